/** The panel: a sheet from below where there is little room, a card in the middle where there is. It adds to kit/base-css.ts. */
export const panelCss = `
.panel { position: fixed; inset: 0; inline-size: 100vw; block-size: 100dvh; max-inline-size: none; max-block-size: none; margin: 0; padding: 0; border: 0; background: none; color: inherit; overflow: hidden; visibility: visible; pointer-events: auto }
.panel[open] { display: grid; align-items: end; justify-items: center }
.panel::backdrop { background: light-dark(oklch(0.22 0.012 270 / 0.45), oklch(0.08 0.01 270 / 0.66)) }
.panel:focus { outline: none }
.sheet { position: relative; display: flex; flex-direction: column; inline-size: 100%; max-block-size: calc(100dvh - 2rem); border-radius: 1rem 1rem 0 0; background: var(--surface); box-shadow: 0 0 0 1px light-dark(oklch(0.22 0.012 270 / 0.06), oklch(1 0 0 / 0.09)), 0 1rem 3rem -0.5rem oklch(0 0 0 / 0.35); overflow: clip; transition: translate 220ms ease-out, opacity 180ms ease-out }
@starting-style { .panel[open] .sheet { translate: 0 2.5rem; opacity: 0 } }
.inner { flex: 1; min-block-size: 0; overflow-y: auto; overscroll-behavior: contain; padding-block-end: env(safe-area-inset-bottom) }
.inner:focus { outline: none }
.close { position: absolute; inset-block-start: 0.625rem; inset-inline-end: 0.625rem; z-index: 2; display: grid; place-items: center; inline-size: 44px; block-size: 44px; padding: 0; border: 1px solid var(--hairline); border-radius: 99em; background: var(--surface); color: var(--ink); cursor: pointer }
.close:hover { background: var(--sunken) }
.close svg { inline-size: 1.25rem; block-size: 1.25rem }
.loading { display: grid; gap: 0.875em; padding: 0 1.25em 2em }
.loading div { block-size: 1.125em; border-radius: var(--round); background: var(--sunken) }
.loading div:first-child { block-size: auto; aspect-ratio: 16 / 9; margin-inline: -1.25em; border-radius: 0 }
.loading div:nth-child(2) { inline-size: 70%; block-size: 1.75em }
.loading div:nth-child(3) { inline-size: 85% }
.loading div:nth-child(4) { inline-size: 45% }
.loading div:nth-child(n + 5) { block-size: 3em }
.unavailable { display: grid; justify-items: start; gap: 1em; padding: 1.5em 4.5em 1.5em 1.5em }
.question { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75em; padding: 1em 1.25em calc(1em + env(safe-area-inset-bottom)); border-block-start: 1px solid var(--hairline); background: var(--surface) }
.question p { flex: 1 1 14em; font-weight: 600 }
.question .button { flex: 0 1 auto }
.question .button:not(.quiet) { --solid: var(--accent, var(--ink)); --on-solid: var(--on-accent, var(--surface)); --off-solid: var(--off-accent, var(--surface)) }
@media (width >= 640px) and (height >= 420px) {
	.panel[open] { align-items: center; padding: 2rem }
	.sheet { inline-size: min(100%, 34rem); max-block-size: calc(100dvh - 4rem); border-radius: 1rem }
	@starting-style { .panel[open] .sheet { translate: 0 0.75rem; opacity: 0 } }
}
@media (prefers-reduced-motion: reduce) { .sheet { transition: none } }
@media (forced-colors: active) { .sheet { border: 1px solid } }
`;
