/** Cards of lists and grids. It adds to those of mount.ts. */
export const cardsCss = `
.cards { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25em }
.cards.grid { grid-template-columns: repeat(auto-fill, minmax(min(100%, 15.5em), 1fr)) }
.cards.list { gap: 0.625em }

.cards .card { position: relative; display: flex; flex-direction: column; transition: border-color 120ms, box-shadow 120ms }
.cards .card:not(.shape):hover { border-color: var(--control); box-shadow: 0 0.5em 1.5em -0.75em oklch(0.22 0.012 270 / 0.25) }
.cover { position: relative; aspect-ratio: 16 / 9; background: var(--wash); overflow: hidden }
.cover img { inline-size: 100%; block-size: 100%; object-fit: cover; transition: scale 180ms ease-out }
.card:hover .cover img { scale: 1.02 }
.tile { position: absolute; inset-block-start: 0.75em; inset-inline-start: 0.75em; display: grid; min-inline-size: 2.75em; padding: 0.25em 0.375em 0.3125em; border-radius: var(--round); background: var(--surface); text-align: center; line-height: 1.15; box-shadow: 0 1px 3px oklch(0.22 0.012 270 / 0.2) }
.tile b { color: var(--tone); font-size: 0.75em; font-weight: 600 }
.tile span { font-size: 1.25em; font-weight: 600; letter-spacing: -0.02em; font-variant-numeric: tabular-nums }

.facts { display: flex; flex-direction: column; gap: 0.1875em; flex: 1; min-inline-size: 0; padding: 0.875em 1em 0 }
.title { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; color: var(--ink); font-size: 1.0625em; font-weight: 600; line-height: 1.3; letter-spacing: -0.01em; text-decoration: none }
a.title::after { content: ""; position: absolute; inset: 0; border-radius: calc(var(--radius) - 1px) }
a.title:focus-visible { outline: none }
a.title:focus-visible::after { outline: 3px solid var(--tone); outline-offset: -3px; box-shadow: inset 0 0 0 5px var(--surface) }
a.title[data-opening]::after { cursor: progress; background: color-mix(in oklab, var(--surface) 40%, transparent) }
.when { color: var(--tone); font-size: 0.875em }
.place { color: var(--muted); font-size: 0.875em; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.note { padding: 0.5em 1.1429em 1em; font-size: 0.875em; font-weight: 600; font-variant-numeric: tabular-nums }
.note.off { color: var(--muted) }
.facts:last-child { padding-block-end: 0.875em }

.list .card { flex-direction: row; align-items: center; gap: 1.125em; padding: 0.625em; padding-inline-end: 1.25em }
.list .cover { flex: none; inline-size: 11em; border-radius: calc(var(--radius) - 0.3125em) }
.list .tile { inset-block-start: 0.5em; inset-inline-start: 0.5em; font-size: 0.875em }
.list .facts { padding: 0.25em 0 }
.list .note { flex: none; padding: 0; max-inline-size: 40% }
@container (width < 480px) {
	.list .card { display: grid; grid-template-columns: 5em minmax(0, 1fr); gap: 0 0.875em; padding-inline-end: 0.875em }
	.list .cover { inline-size: 5em; aspect-ratio: 1; grid-row: span 2 }
	.list .cover:has(img) .tile { display: none }
	.list .tile { inset: 50% auto auto 50%; translate: -50% -50% }
	.list .facts { padding: 0 }
	.list .facts:last-child { grid-row: span 2 }
	.list .note { padding-block-start: 0.125em; max-inline-size: none }
	.list .card { align-items: start }
}

.shape .title, .shape .when, .shape .place { block-size: 1em; margin-block: 0.25em; border-radius: var(--round); background: var(--sunken) }
.shape .title { inline-size: 75% }
.shape .when { inline-size: 90% }
.shape .place { inline-size: 50% }
.shape .cover { background: var(--sunken) }
.grid .shape .facts { padding-block-end: 2.875em }
@media (forced-colors: active) { .tile { border: 1px solid } }
`;
