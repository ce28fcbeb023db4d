import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { BarList } from '#app/ui/charts/bar-list.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import type { FunnelStep } from '#shared/contracts/figures.ts';
import { downloadFigures, type FiguresOf, useFunnel } from '../api.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { ChartCard, NothingYet } from './chart-card.tsx';

/** From a visit to a check-in: how many got to each step, and what share of those before. */
export function FunnelCard({ of }: { of: FiguresOf }) {
	const { t } = useLingui();
	const formats = useFormats();
	const texts = useMetricTexts();
	const query = useFunnel(of);
	const steps = query.data?.data ?? [];
	const countOf = (step: FunnelStep) => steps.find((one) => one.step === step)?.count ?? 0;
	const rows = steps.map(({ step, count }, at) => {
		const before = steps[at - 1]?.count ?? 0;
		// Tickets are counted beside orders: one can have several.
		const share = at > 0 && step !== 'tickets' && before > 0 ? formats.percent(count / before) : '';
		return { step, count, share };
	});
	return (
		<ChartCard
			title={t`From visit to check-in`}
			finding={formats.list([
				t`${plural(countOf('visitors'), { one: '# visitor', other: '# visitors' })}`,
				t`${plural(countOf('registrations'), { one: '# registration', other: '# registrations' })}`,
				t`${plural(countOf('attended'), { one: '# guest who came', other: '# guests who came' })}`,
			])}
			definition={[texts.visitors, texts.forms, texts.registrations, texts.attended]
				.map(({ definition }) => definition)
				.join(' ')}
			query={query}
			empty={
				steps.length > 0 && steps.every(({ count }) => count === 0) ? (
					<NothingYet>
						<Trans>Nothing in this period. Share your event to get the first visitors.</Trans>
					</NothingYet>
				) : undefined
			}
			onDownload={() => downloadFigures('funnel', of)}
			table={
				<DataTable
					label={t`Steps`}
					rows={rows}
					rowKey={({ step }) => step}
					columns={[
						{ id: 'step', header: t`Step`, cell: ({ step }) => texts[step].label },
						{ id: 'count', header: t`Count`, align: 'end', cell: ({ count }) => formats.number(count) },
						{ id: 'share', header: t`Of the step before`, align: 'end', cell: ({ share }) => share || '–' },
					]}
				/>
			}
		>
			<BarList
				isOrdered
				label={t`From visit to check-in`}
				rows={rows.map(({ step, count, share }) => {
					const number = formats.number(count);
					return {
						key: step,
						label: texts[step].label,
						value: count,
						text: share ? t`${number} · ${share} of the step before` : number,
					};
				})}
			/>
		</ChartCard>
	);
}
