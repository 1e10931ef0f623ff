/** Texts of accounts: coming in with a password, going out, erasure; the list of administrators. */
import type { TextOf } from "../fill";
import type { ru } from "./ru";

export const en: Record<keyof typeof ru, TextOf> = {
  account: "Account",
  "account.login": "Log in with a password",
  "account.create": "Create an account",
  "account.guest": "Enter as a guest, without a password",
  "account.failed": "This did not load. Please reload the page.",
  "account.name": "Name",
  "account.password": "Password",
  "account.old": "Present password",
  "account.new": "New password",
  "account.show": "Show the password",
  "account.least": "At least {n} characters.",
  "account.about":
    "With a name and a password you come back to your tables from any device, and the name is yours alone. No e-mail is asked for, so only who runs the server can replace a forgotten password.",
  "account.enter": "Log in",
  "account.other": "I have an account already",
  "account.otherAbout":
    "You are the guest «{name}» now. Once you log in, only the return link brings this guest back.",
  "account.logout": "Log out",
  "account.everywhere": "Log out everywhere",
  "account.everywhereAbout":
    "All devices, this one too, have to log in again. The return link stops working.",
  "account.change": "Change the password",
  "account.changed": "The password is changed. Other devices have to log in again.",
  "account.erase": "Erase the account",
  "account.eraseAbout":
    "The name, the password and the return link are erased at once and for good. In pulyas that were played a player without a name remains.",
  "account.eraseNow": "Erase for good",
  "account.list": "All accounts",
  "account.administrator": "Administrator",
  "account.more": "Show more",
  "account.nameless": "no name",
};
