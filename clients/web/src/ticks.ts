/** The time of this browser for whoever shows it: read anew as long as somebody looks. */
import { createSubscriber } from "svelte/reactivity";

const EVERY = 250;

const look = createSubscriber((again) => {
  const id = setInterval(again, EVERY);
  return () => clearInterval(id);
});

export function ticking(): number {
  look();
  return Date.now();
}
