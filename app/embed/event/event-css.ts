/** The sheet of an event with its form. What a place is wide decides, not the window: from 240 px to 900 px and more. */
export const eventCss = `
.event { container-type: inline-size; --pad: 1em }
.layout { display: grid; grid-template-columns: minmax(0, 1fr) }
.cover { display: block; aspect-ratio: 2 / 1; background: var(--wash); overflow: hidden }
.cover img { inline-size: 100%; block-size: 100%; object-fit: cover }
.head { padding: var(--pad) }
.body { padding: 0 var(--pad) var(--pad); display: grid; gap: 1em; align-content: start; grid-template-columns: minmax(0, 1fr) }

.title { margin-block-start: 0.375em; font-size: 1.375em; font-weight: 650; line-height: 1.15; letter-spacing: -0.02em; text-wrap: balance }
.title:first-child { margin-block-start: 0 }
.title a { color: inherit; text-decoration-line: none }
.title a:hover { text-decoration-line: underline }
.facts { display: grid; gap: 0.375em; margin-block-start: 0.75em; color: var(--muted) }
.facts div { display: flex; gap: 0.625em }
.facts svg { flex: none; inline-size: 1.125em; block-size: 1.5em; color: var(--tone) }
.facts .when { color: var(--ink) }
.facts .time { white-space: nowrap }

.tickets ul { border: 1px solid var(--hairline); border-radius: var(--round) }
.tickets li { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: 0.25em 0.75em; padding: 0.75em 0.875em }
.tickets li + li { border-block-start: 1px solid var(--hairline) }
.tickets li > :first-child { display: contents }
.tickets .name { font-weight: 550 }
.tickets .name + p { grid-row: 2 }
.tickets .about { grid-column: 1 / -1; white-space: pre-line }
.tickets li > :nth-child(2) { grid-area: 1 / 2 / 3 / 3 }
.tickets .group { margin-block: 0.75em 0.375em; font-size: 0.875em; font-weight: 600 }

.stepper { display: flex; flex: none; border: 1px solid var(--control); border-radius: var(--round); background: var(--surface) }
.stepper:focus-within { outline: 2px solid var(--tone); outline-offset: -1px }
.stepper button { display: grid; place-items: center; inline-size: 44px; block-size: 44px; padding: 0; border: 0; border-radius: inherit; background: none; font-size: 1.25em; line-height: 1; cursor: pointer }
.stepper button:not([aria-disabled=true]):hover { background: var(--sunken) }
.stepper [aria-disabled=true] { color: var(--edge); cursor: default }
.stepper input { inline-size: 2.25em; padding: 0; border: 0; background: none; font-size: max(1em, 16px); font-variant-numeric: tabular-nums; text-align: center; appearance: textfield; outline: none }
.stepper input::-webkit-inner-spin-button { appearance: none }

form, .fields { display: grid; gap: 0.875em; grid-template-columns: minmax(0, 1fr) }
.field { display: grid; gap: 0.25em; align-content: start }
.field label { font-size: 0.875em; font-weight: 550 }
.suggestion { all: unset; justify-self: start; padding-block: 0.85em; margin-block: -0.6em; color: var(--tone); font-size: 0.875em; text-decoration: underline; text-underline-offset: 0.2em; cursor: pointer }
.suggestion:focus-visible { outline: 2px solid }
.select { position: relative }
.select select { appearance: none; padding-inline-end: 2.25em; text-overflow: ellipsis; cursor: pointer }
.select option { background: var(--surface); color: var(--ink) }
.select svg { position: absolute; inset-block: 0; inset-inline-end: 0.75em; block-size: 100%; inline-size: 1.125em; pointer-events: none; color: var(--muted) }

.notice h3, .notice h4 { font-size: 1.0625em; font-weight: 600; line-height: 1.3 }
.notice p + .button { margin-block-start: 0.25em }
.notice, .done { display: grid; gap: 0.75em; justify-items: start }
.links { display: flex; flex-wrap: wrap; gap: 0.625em; margin-block-start: 0.25em }

.footer { padding: 0.875em calc(var(--pad) / 0.8125); border-block-start: 1px solid var(--hairline); color: var(--muted); font-size: 0.8125em }
.footer a { color: inherit }
[aria-busy=true] > .layout { opacity: 0.6; transition: opacity 120ms 200ms }

.bone { border-radius: var(--round); background: var(--sunken); animation: breathe 1.6s 200ms infinite alternate ease-in-out }
.bone.line { block-size: 1em; margin-block-start: 0.625em }
.bone.short { inline-size: 60% }
.bone.tall { block-size: 3em }
@keyframes breathe { to { opacity: 0.5 } }

@container (width < 18em) {
	.tickets li { grid-template-columns: minmax(0, 1fr) }
	.tickets li > :nth-child(2) { grid-area: auto; justify-self: start }
}
@container (width >= 24em) {
	.head, .body, .footer { --pad: 1.25em }
	.title { font-size: 1.625em }
}
@container (width >= 30em) {
	.wide { grid-template-columns: repeat(2, minmax(0, 1fr)) }
}
@container (width >= 43em) {
	.layout { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); grid-template-rows: auto 1fr auto }
	.cover { aspect-ratio: 16 / 9 }
	.head, .body, .footer { --pad: 1.5em }
	.body { grid-column: 2; grid-row: 1 / 3; padding-block-start: var(--pad); border-inline-start: 1px solid var(--hairline) }
	.footer { grid-column: 1 / 3 }
	.wide { grid-template-columns: minmax(0, 1fr) }
}
@media (forced-colors: active) {
	.facts svg, .select svg { color: CanvasText }
	.stepper [aria-disabled=true] { color: GrayText }
}
`;
