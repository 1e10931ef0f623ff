/** Texts with `{parameters}` and, where they count something, a form for each plural. */

export type Params = Record<string, string | number>;
/** Forms by the names of Intl.PluralRules; `other` is always there. */
export type Forms = { other: string; one?: string; few?: string; many?: string };
export type TextOf = string | Forms;

const rules = new Map<string, Intl.PluralRules>();

function formOf(forms: Forms, lang: string, n: number): string {
  let rule = rules.get(lang);
  if (!rule) rules.set(lang, (rule = new Intl.PluralRules(lang)));
  return forms[rule.select(n) as keyof Forms] ?? forms.other;
}

export function filled(text: TextOf, lang: string, params: Params): string {
  const form = typeof text === "string" ? text : formOf(text, lang, Number(params["n"]));
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
