import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { linePath } from '#app/ui/charts/scale.ts';
import { Money } from '#app/ui/money.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import type { FigureCounts, FigureDay, Figures } from '#shared/contracts/figures.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { changeOf } from '../range.ts';

/** Below that a share says nothing. */
const FEWEST_VISITORS = 20;

/** A number beside what it was before, in words. */
function useChangeText(): (now: number, before: number | undefined) => string | undefined {
	const { t } = useLingui();
	const formats = useFormats();
	return (now, before) => {
		// Before the first day there was nothing to be compared with.
		if (!before) return undefined;
		const share = changeOf(now, before);
		const was = formats.number(before);
		if (share === null || share === 0) return t`${was} before`;
		const percent = formats.percent(Math.abs(share));
		return share > 0 ? t`${percent} more than ${was} before` : t`${percent} less than ${was} before`;
	};
}

/** A share beside what it was before: their difference is in percentage points, as a share of a share would mislead. */
function usePointsText(): (points: number, was: string) => string {
	const { t } = useLingui();
	return (points, was) =>
		points === 0
			? t`${was} before`
			: points > 0
				? t`${plural(points, { one: '# point', other: '# points' })} more than ${was} before`
				: t`${plural(-points, { one: '# point', other: '# points' })} less than ${was} before`;
}

/** Registrations by visitor; null while there are too few of these to say. */
const conversionOf = ({ visitors, registrations }: FigureCounts): number | null =>
	visitors < FEWEST_VISITORS ? null : registrations / visitors;

/** The figures of a period as tiles: how many, beside the period before, and how they went. */
export function FigureTiles(props: {
	figures: Figures;
	metrics: readonly (keyof FigureCounts)[];
	hasConversion?: boolean;
	/** Money is left out where the member may not see it. */
	maySeeMoney: boolean;
	/** Where the days of each are drawn. */
	to?: string;
}) {
	const { figures, metrics, hasConversion = false, maySeeMoney, to } = props;
	const texts = useMetricTexts();
	const formats = useFormats();
	const changeText = useChangeText();
	const pointsText = usePointsText();
	const { current, compared } = figures;
	const countOf = (counts: FigureCounts, metric: keyof FigureCounts) =>
		metric === 'tickets' ? counts.tickets - counts.cancelled : counts[metric];
	const before = compared ? conversionOf(compared.totals) : null;
	const conversion = conversionOf(current.totals);
	return (
		<div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
			{metrics.map((metric) => (
				<StatTile
					key={metric}
					label={texts[metric].label}
					definition={texts[metric].definition}
					value={formats.number(countOf(current.totals, metric))}
					detail={
						<>
							{changeText(
								countOf(current.totals, metric),
								compared ? countOf(compared.totals, metric) : undefined,
							)}
							<Spark values={current.days.map((day: FigureDay) => countOf(day, metric))} />
						</>
					}
					{...(to && { to })}
				/>
			))}
			{hasConversion ? (
				<StatTile
					label={texts.conversion.label}
					definition={texts.conversion.definition}
					value={conversion === null ? null : formats.percent(conversion)}
					detail={
						conversion === null || before === null
							? undefined
							: pointsText(Math.round((conversion - before) * 100), formats.percent(before))
					}
				/>
			) : null}
			{maySeeMoney ? <NetTile figures={figures} {...(to && { to })} /> : null}
		</div>
	);
}

/** Net revenue, each currency by itself. */
function NetTile({ figures, to }: { figures: Figures; to?: string }) {
	const { t } = useLingui();
	const texts = useMetricTexts();
	const formats = useFormats();
	const { current, compared } = figures;
	const before = current.money.flatMap(({ currency, netMinor }) => {
		// Only what is in the same currency is compared.
		const was = compared?.money.find((one) => one.currency === currency)?.netMinor ?? 0;
		if (was === 0) return [];
		const [amount, differs] = [formats.money(was, currency), netMinor - was];
		const difference = formats.money(Math.abs(differs), currency);
		if (differs === 0) return [t`${amount} before`];
		return [
			differs > 0 ? t`${difference} more than ${amount} before` : t`${difference} less than ${amount} before`,
		];
	});
	return (
		<StatTile
			label={texts.net.label}
			definition={texts.net.definition}
			value={
				current.money.length === 0 ? null : (
					<span className="flex flex-col">
						{current.money.map(({ currency, netMinor }) => (
							<Money key={currency}>{formats.money(netMinor, currency)}</Money>
						))}
					</span>
				)
			}
			detail={before.length > 0 ? formats.list(before) : undefined}
			{...(to && { to })}
		/>
	);
}

/** The course of a number in one line, beside the number itself: nothing to read aloud. */
function Spark({ values }: { values: readonly number[] }) {
	if (values.length < 2) return null;
	return (
		<svg
			aria-hidden="true"
			viewBox="0 -4 100 108"
			preserveAspectRatio="none"
			className="mt-1 h-8 w-full overflow-visible"
		>
			<path
				d={linePath(values, Math.max(1, ...values))}
				className="fill-none stroke-accent"
				strokeWidth="1.5"
				vectorEffect="non-scaling-stroke"
			/>
		</svg>
	);
}
