import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import type { DoorFigures } from '#shared/contracts/door-figures.ts';
import { Bars } from './bars.tsx';
import { TitledSection } from './titled-section.tsx';

const dayMs = 86_400_000;

/** Entries over time as bars, exits below the line; the numbers stand beside it as a table. */
export function ArrivalsChart({ figures, timeZone }: { figures: DoorFigures; timeZone: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { arrivals, stepMs } = figures;
	const most = Math.max(1, ...arrivals.map((step) => step.entries));
	const mostOut = Math.max(0, ...arrivals.map((step) => step.exits));
	const time = (at: string) =>
		stepMs >= dayMs ? formats.shortDate(at, timeZone) : formats.time(at, timeZone);
	const busy = arrivals.filter((step) => step.entries > 0 || step.exits > 0);
	const first = arrivals[0];
	const last = arrivals.at(-1);
	return (
		<TitledSection title={<Trans>Arrivals</Trans>}>
			{!first || !last ? (
				<p className="rounded-lg border border-dashed border-edge p-6 text-center text-muted">
					<Trans>No check-ins yet</Trans>
				</p>
			) : (
				<figure className="flex flex-col gap-3 rounded-lg border border-hairline bg-surface p-4">
					<Bars
						className="h-36 items-end gap-px"
						bar="min-h-px max-w-8 rounded-t-sm bg-accent"
						rows={arrivals.map(({ at, entries }) => ({ key: at, label: time(at), value: entries }))}
					/>
					{mostOut > 0 ? (
						<Bars
							className="h-16 items-start gap-px"
							bar="max-w-8 rounded-b-sm bg-ink/25"
							rows={arrivals.map(({ at, exits }) => ({ key: at, label: time(at), value: exits }))}
						/>
					) : null}
					<figcaption className="flex justify-between gap-3 text-sm text-muted tabular-nums">
						<span>{time(first.at)}</span>
						<span>{t`at most ${formats.number(most)} in ${formats.duration(stepMs)}`}</span>
						<span>{time(last.at)}</span>
					</figcaption>
					<details className="text-sm">
						<summary className="min-h-11 cursor-pointer content-center text-muted">
							<Trans>Show as a table</Trans>
						</summary>
						<table className="w-full max-w-md tabular-nums">
							<caption className="sr-only">
								<Trans>Arrivals over time</Trans>
							</caption>
							<thead>
								<tr className="border-b text-start text-muted">
									{[t`From`, t`Check-ins`, t`Exits`].map((label) => (
										<th key={label} scope="col" className="py-1 text-end font-normal first:text-start">
											{label}
										</th>
									))}
								</tr>
							</thead>
							<tbody>
								{busy.map((step) => (
									<tr key={step.at} className="border-b border-hairline">
										<th scope="row" className="py-1 text-start font-normal">
											{time(step.at)}
										</th>
										<td className="py-1 text-end">{formats.number(step.entries)}</td>
										<td className="py-1 text-end">{formats.number(step.exits)}</td>
									</tr>
								))}
							</tbody>
						</table>
					</details>
				</figure>
			)}
		</TitledSection>
	);
}
