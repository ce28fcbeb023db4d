/**
 * The sheet that all elements share. Colours are those of app/ui/styles/tokens.css and event-theme.css, each for light and for dark.
 * Sizes are in em, since the root's size belongs to the page around.
 */
export const baseCss = `
:host { display: block }
:host([hidden]) { display: none }

.frame {
	all: initial;
	display: block;
	color: var(--ink);
	font-family: var(--foyer-font, system-ui, sans-serif);
	font-size: var(--foyer-font-size, medium);
	line-height: 1.5;
	overflow-wrap: anywhere;
	text-align: start;
	-webkit-text-size-adjust: 100%;
	text-size-adjust: 100%;
	-webkit-font-smoothing: antialiased;
	-webkit-tap-highlight-color: transparent;
	/* The page around has custom properties of its own, which all: initial leaves as they are. */
	--accent: initial;
	--on-accent: initial;
	--off-accent: initial;
	--accent-hue: initial;
	--accent-tint: initial;
	--event-hue: initial;
	--event-tint: initial;
	--radius: var(--foyer-radius, 0.875em);
	--round: min(0.5rem, var(--radius));
	--surface: light-dark(oklch(1 0 0), oklch(0.215 0.012 270));
	--sunken: light-dark(oklch(0.965 0.004 80), oklch(0.27 0.013 270));
	--hairline: light-dark(oklch(0.9 0.005 80), oklch(0.3 0.012 270));
	--edge: light-dark(oklch(0.83 0.008 80), oklch(0.38 0.014 270));
	--control: light-dark(oklch(0.62 0.01 80), oklch(0.54 0.012 270));
	--ink: light-dark(oklch(0.22 0.012 270), oklch(0.96 0.004 270));
	--muted: light-dark(oklch(0.5 0.012 270), oklch(0.72 0.012 270));
	--success: light-dark(oklch(0.515 0.125 155), oklch(0.78 0.14 155));
	--success-tint: light-dark(oklch(0.955 0.035 155), oklch(0.27 0.04 155));
	--warning: light-dark(oklch(0.5 0.11 70), oklch(0.82 0.13 80));
	--warning-tint: light-dark(oklch(0.955 0.045 85), oklch(0.28 0.04 80));
	--danger: light-dark(oklch(0.53 0.2 27), oklch(0.74 0.15 25));
	--danger-tint: light-dark(oklch(0.955 0.022 25), oklch(0.28 0.055 25));
}

.hued {
	--hue: var(--accent-hue, var(--event-hue, 270));
	--tint: var(--accent-tint, var(--event-tint, 0.1));
	--solid: var(--accent, light-dark(oklch(0.48 calc(0.12 * var(--tint)) var(--hue)), oklch(0.82 calc(0.09 * var(--tint)) var(--hue))));
	--on-solid: var(--on-accent, light-dark(oklch(1 0 0), oklch(0.17 0.01 270)));
	--off-solid: var(--off-accent, light-dark(oklch(0 0 0), oklch(1 0 0)));
	--tone: light-dark(oklch(0.44 calc(0.11 * var(--tint)) var(--hue)), oklch(0.84 calc(0.08 * var(--tint)) var(--hue)));
	--wash: light-dark(oklch(0.962 calc(0.022 * var(--tint)) var(--hue)), oklch(0.27 calc(0.035 * var(--tint)) var(--hue)));
}

*, ::before, ::after { box-sizing: border-box }
[hidden] { display: none !important }
::slotted(*) { color: inherit }
h2, h3, h4, p, ul, dl, dd, fieldset, legend { margin: 0; padding: 0; border: 0; min-inline-size: 0 }
ul { list-style: none }
img, svg { display: block }
button, input, select { font: inherit; color: inherit; letter-spacing: inherit }
a { color: var(--tone); text-decoration-thickness: 1px; text-underline-offset: 0.2em; text-decoration-color: color-mix(in oklab, currentcolor 40%, transparent); border-radius: 2px }
a:hover { text-decoration-color: currentcolor }
:focus-visible { outline: 2px solid var(--tone); outline-offset: 2px }
[tabindex="-1"]:focus { outline: none }

.card {
	background: var(--surface);
	border: 1px solid var(--hairline);
	border-radius: var(--radius);
	box-shadow: 0 1px 2px oklch(0.22 0.012 270 / 0.05);
	overflow: clip;
}

.button {
	display: inline-flex;
	align-items: center;
	justify-content: center;
	gap: 0.5em;
	min-block-size: max(3em, 44px);
	padding: 0.5em 1.25em;
	border: 1px solid color-mix(in oklab, var(--solid) 84%, var(--ink));
	border-radius: var(--round);
	background: var(--solid);
	color: var(--on-solid);
	font-weight: 600;
	line-height: 1.25;
	text-align: center;
	text-decoration: none;
	cursor: pointer;
	transition: background-color 120ms;
}
.button:hover { background: color-mix(in oklab, var(--solid) 86%, var(--off-solid)) }
.button:active { background: color-mix(in oklab, var(--solid) 76%, var(--off-solid)) }
.button.quiet { background: var(--surface); color: var(--ink); border-color: var(--edge) }
.button.quiet:hover { background: var(--sunken); border-color: var(--control) }
.button[aria-disabled=true] { cursor: progress; opacity: 0.75 }

.input {
	inline-size: 100%;
	min-inline-size: 0;
	min-block-size: max(3em, 44px);
	padding: 0 0.75em;
	margin: 0;
	border: 1px solid var(--control);
	border-radius: var(--round);
	background: var(--surface);
	/* Under 16 px iOS zooms the page into the field. */
	font-size: max(1em, 16px);
	transition: border-color 120ms;
}
.input:hover { border-color: color-mix(in oklab, var(--control), var(--ink) 45%) }
.input:focus { outline: 2px solid var(--tone); outline-offset: -1px }
.input[aria-invalid=true] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger) }

.muted { color: var(--muted) }
.small { font-size: 0.875em }
.error { color: var(--danger); font-size: 0.875em }

.message { padding: 0.75em 1em; border-radius: var(--round); background: var(--sunken); font-size: 0.9375em }
.message.warning { background: var(--warning-tint) }
.message.danger { background: var(--danger-tint) }
.message a { color: inherit }

.badge { display: inline-flex; align-items: center; gap: 0.375em; padding: 0.125em 0.625em; border-radius: 99em; background: var(--sunken); font-size: 0.8125em; font-weight: 600 }
.badge.warning { background: var(--warning-tint); color: var(--warning) }
.badge.danger { background: var(--danger-tint); color: var(--danger) }

.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }

@media (prefers-contrast: more) {
	.frame { --hairline: var(--control); --edge: var(--control); --muted: var(--ink) }
}
@media (forced-colors: active) {
	.message, .badge { border: 1px solid }
	:focus-visible { outline-color: Highlight }
}
@media (prefers-reduced-motion: reduce) {
	*, ::before, ::after { transition: none !important; animation: none !important }
}
`;
