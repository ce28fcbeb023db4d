import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { BarList } from '#app/ui/charts/bar-list.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { downloadFigures, type FiguresOf, useFunnel } from '../api.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { ChartCard } from './chart-card.tsx';

/** From a visit to a check-in: how many got to each step, and what share of those before. */
export function FunnelCard({ of }: { of: FiguresOf }) {
	const { t } = useLingui();
	const formats = useFormats();
	const texts = useMetricTexts();
	const query = useFunnel(of);
	const steps = query.data?.data ?? [];
	const beside = query.data?.beside ?? [];
	const sourceNames = { import: t`Imported`, manual: t`Added by organiser`, door: t`At check-in` };
	const rows = steps.map(({ step, count }, at) => {
		const before = steps[at - 1];
		// Tickets are counted beside orders: one can have several. Before the first check-in nobody is missing.
		const isCompared = step !== 'tickets' && (step !== 'attended' || count > 0);
		const isShare = before !== undefined && isCompared && before.count > 0;
		const share = isShare ? formats.percent(count / before.count) : '';
		const lost = isShare ? Math.max(0, before.count - count) : 0;
		return { step, count, share, lost, before };
	});
	const worst = rows.reduce<(typeof rows)[number] | undefined>((most, row) => {
		const part = row.lost / Math.max(1, row.before?.count ?? 0);
		return part > (most ? most.lost / Math.max(1, most.before?.count ?? 0) : 0) ? row : most;
	}, undefined);
	const worstPart = worst?.before ? formats.percent(worst.lost / worst.before.count) : '';
	const [from, to] = worst?.before ? [texts[worst.before.step].label, texts[worst.step].label] : ['', ''];
	return (
		<ChartCard
			title={t`From visit to check-in`}
			finding={
				worst ? (
					<Trans>
						Largest drop-off between {from} and {to}: {worstPart}.
					</Trans>
				) : (
					<Trans>No drop-off.</Trans>
				)
			}
			definition={steps.map(({ step }) => texts[step].definition).join(' ')}
			query={query}
			isEmpty={steps.length > 0 && steps.every(({ count }) => count === 0)}
			empty={<Trans>Nothing in this period. Share your event to get the first visitors.</Trans>}
			onDownload={() => downloadFigures('funnel', of)}
			table={
				<DataTable
					label={t`Steps`}
					rows={rows}
					rowKey={({ step }) => step}
					columns={[
						{ id: 'step', header: t`Step`, cell: ({ step }) => texts[step].label },
						{ id: 'count', header: t`Count`, align: 'end', cell: ({ count }) => formats.number(count) },
						{
							id: 'lost',
							header: t`Lost`,
							align: 'end',
							cell: ({ share, lost }) => (share ? formats.number(lost) : '–'),
						},
						{ id: 'share', header: t`Of the step before`, align: 'end', cell: ({ share }) => share || '–' },
					]}
				/>
			}
		>
			<BarList
				isOrdered
				label={t`From visit to check-in`}
				rows={rows.map(({ step, count, share, lost }) => {
					const number = formats.number(count);
					const loss = t`${plural(lost, { one: '# lost', other: '# lost' })}`;
					return {
						key: step,
						label: texts[step].label,
						value: count,
						text: share ? t`${number} · ${share} of the step before, ${loss}` : number,
					};
				})}
			/>
			{beside.length > 0 && (
				<p className="mt-4 text-sm text-muted">
					<Trans>Registrations without a visit:</Trans>{' '}
					{beside
						.map(({ source, registrations }) => `${sourceNames[source]} ${formats.number(registrations)}`)
						.join(' · ')}
				</p>
			)}
		</ChartCard>
	);
}
