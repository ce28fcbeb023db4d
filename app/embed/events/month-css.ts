/** The calendar of a month. It adds to those of mount.ts. */
export const monthCss = `
.calendar { border: 1px solid var(--hairline); border-radius: var(--radius); background: var(--surface); overflow: clip }
.bar { display: flex; align-items: center; gap: 0.5em; padding: 0.625em 0.625em 0.625em 1.125em }
.month { flex: 1; font-size: 1.1875em; font-weight: 600; letter-spacing: -0.015em; line-height: 1.2 }
.bar .button { min-block-size: 44px; padding: 0 0.875em; font-size: 0.9375em }
.bar .icon { inline-size: 44px; padding: 0; font-size: 1em }
.icon svg { inline-size: 1.25em; block-size: 1.25em }
.button[data-opening], .chip[data-opening], .line[data-opening] { cursor: progress; opacity: 0.7 }

.table { inline-size: 100%; border-collapse: collapse; table-layout: fixed }
.table th { padding: 0.25em 0.5em 0.375em; color: var(--muted); font-size: 0.8125em; font-weight: 500; text-align: start }
.table td { block-size: 6.5em; padding: 0.25em; border-block-start: 1px solid var(--hairline); vertical-align: top }
.table td + td { border-inline-start: 1px solid var(--hairline) }
.table .out { background: color-mix(in oklab, var(--sunken) 45%, transparent) }
.table time { display: grid; place-items: center; inline-size: 1.875em; block-size: 1.875em; border-radius: 99em; font-size: 0.8125em; font-variant-numeric: tabular-nums }
.table .past time { color: var(--muted) }
.table .today time { background: var(--accent, var(--ink)); color: var(--on-accent, var(--surface)); font-weight: 600 }
.table td ul { display: grid; gap: 0.1875em; margin-block-start: 0.125em }
.chip { display: block; padding: 0.25em 0.4375em 0.3125em; border-radius: min(0.375rem, var(--radius)); border-inline-start: 3px solid var(--solid); background: var(--wash); color: var(--tone); font-size: 0.8125em; line-height: 1.3; text-decoration: none; min-block-size: 24px }
.chip:hover { background: color-mix(in oklab, var(--wash), var(--tone) 12%) }
.chip .time { display: block; font-size: 0.9231em; font-variant-numeric: tabular-nums }
.chip .name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-weight: 600; hyphens: auto }
.chip .state { display: block; font-size: 0.9231em }
.off .name { font-weight: 500; text-decoration: line-through }
.past .chip { border-inline-start-color: color-mix(in oklab, var(--solid) 45%, var(--surface)) }
.fold { inline-size: 100%; min-block-size: 28px; margin-block-start: 0.1875em; padding: 0.125em 0.5em; border: 0; border-radius: min(0.375rem, var(--radius)); background: none; color: var(--ink); font-size: 0.8125em; font-weight: 600; text-align: start; cursor: pointer }
.fold:hover { background: var(--sunken) }
[aria-busy] .table { opacity: 0.6 }

.agenda { list-style: none; margin: 0; padding: 0 }
.day { display: grid; grid-template-columns: 2.75em minmax(0, 1fr); gap: 0.625em; padding: 0.5em 0.625em; border-block-start: 1px solid var(--hairline) }
.day.shape { block-size: 4.75em; position: relative }
.day.shape::before, .day.shape::after { content: ""; border-radius: var(--round); background: var(--sunken) }
.date { display: grid; place-content: start center; justify-items: center; padding-block-start: 0.4375em; line-height: 1.1 }
.date b { font-size: 1.25em; font-weight: 600; letter-spacing: -0.02em; font-variant-numeric: tabular-nums }
.date span { color: var(--muted); font-size: 0.75em; font-weight: 500 }
.today .date { border-radius: var(--round); background: var(--accent, var(--ink)); padding-block-end: 0.375em; align-self: start }
.today .date b, .today .date span { color: var(--on-accent, var(--surface)) }
.day ul { display: grid; gap: 0.375em }
.line { display: grid; min-block-size: 44px; padding: 0.4375em 0.75em 0.5em; border-radius: var(--round); border-inline-start: 3px solid var(--solid); background: var(--wash); color: var(--tone); line-height: 1.35; text-decoration: none }
.line .name { font-weight: 600 }
.line .about { font-size: 0.875em }
.line:hover { background: color-mix(in oklab, var(--wash), var(--tone) 12%) }

.calendar .empty, .calendar .failure { border: 0; border-block-start: 1px solid var(--hairline); border-radius: 0; padding-block: 1.75em }
.more { padding: 0.875em 1.125em; border-block-start: 1px solid var(--hairline); font-size: 0.9375em }
@container (width >= 480px) { .agenda { display: none } }
@container (width < 480px) { .table { display: none } .bar { padding-inline-start: 0.875em } .month { font-size: 1.0625em } }
@container (width < 330px) { .bar { flex-wrap: wrap } .month { flex-basis: 100% } .bar .button { flex: 1 } }
@media (forced-colors: active) { .table .today time, .today .date { outline: 2px solid } .chip, .line { border: 1px solid } }
`;
