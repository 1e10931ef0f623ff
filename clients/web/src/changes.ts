/** A value of plain JSON after the changes that the server tells (ChangedMessage). */

type Place = string | number;

/** The changes do not fit the value that they are carried out on. */
export class Misfit extends Error {}

/**
 * `state` after the changes, one after the other; what they do not touch stays the same object.
 *
 * `[path, value]` sets, `[path]` takes away a key or all of a list from a place on. Raises `Misfit`.
 */
export function applied<T>(state: T, changes: readonly (readonly unknown[])[]): T {
  return changes.reduce<unknown>((before, [path, ...value]) => {
    if (!Array.isArray(path)) throw new Misfit();
    return at(before, path as Place[], value);
  }, state) as T;
}

/** `value` is empty where something is taken away. */
function at(whole: unknown, [first, ...rest]: Place[], value: readonly unknown[]): unknown {
  if (first === undefined) {
    if (value.length === 0) throw new Misfit();
    return value[0];
  }
  if (Array.isArray(whole)) return inList(whole, first, rest, value);
  if (typeof whole !== "object" || whole === null) throw new Misfit();
  const fields = whole as Record<string, unknown>;
  if (rest.length > 0) {
    if (!Object.hasOwn(fields, first)) throw new Misfit();
    return { ...fields, [first]: at(fields[first], rest, value) };
  }
  if (value.length > 0) return { ...fields, [first]: value[0] };
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== String(first)));
}

function inList(list: readonly unknown[], first: Place, rest: Place[], value: readonly unknown[]) {
  const most = rest.length === 0 ? list.length : list.length - 1;
  if (typeof first !== "number" || first < 0 || first > most) throw new Misfit();
  if (rest.length === 0 && value.length === 0) return list.slice(0, first);
  const after = [...list];
  after[first] = at(list[first], rest, value);
  return after;
}
