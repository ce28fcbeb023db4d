/** The confirmation, which comes with its own file. It adds to event-css.ts. */
export const confirmationCss = `
.tick { display: grid; place-items: center; inline-size: 3em; aspect-ratio: 1; border-radius: 50%; background: var(--success-tint); color: var(--success) }
.tick svg { inline-size: 1.5em; block-size: 1.5em }
.done h3, .done h4 { font-size: 1.375em; font-weight: 650; line-height: 1.15; letter-spacing: -0.02em }
.code { font-family: ui-monospace, monospace; font-size: 0.9375em }
@media (forced-colors: active) { .tick { border: 1px solid } }
`;
