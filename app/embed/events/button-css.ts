/** The button by itself. It adds to kit/base-css.ts. */
export const buttonCss = `
:host { display: inline-block; max-inline-size: 100% }
/* Ink, unless the element has an accent: what the event's own colour is only its answer says, and the colour must not change then. */
.opener { --solid: var(--accent, var(--ink)); --on-solid: var(--on-accent, var(--surface)); --off-solid: var(--off-accent, var(--surface)); max-inline-size: 100%; transition: background-color 120ms, color 120ms }
.opener[data-reading] { min-inline-size: 8.5em; color: transparent }
.opener[data-opening] { cursor: progress; opacity: 0.75 }
`;
