/** Who may do what directors may. */
import type { PersonMessage } from "../generated";

/** Whether somebody is an administrator of this server. */
export function administers(person: PersonMessage | null | undefined): boolean {
  return person != null && "administrator" in person && person.administrator === true;
}
