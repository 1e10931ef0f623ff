/** Read by Vite and by svelte-check. */
export default { compilerOptions: { runes: true } };
