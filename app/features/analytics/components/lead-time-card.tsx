import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { BarList } from '#app/ui/charts/bar-list.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import type { LeadTime } from '#shared/contracts/figure-times.ts';
import { downloadEventFigures, downloadFigures, type FiguresOf, useLeadTime } from '../api.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { ChartCard } from './chart-card.tsx';

/** How long before the start people register. */
export function LeadTimeCard({ of }: { of: FiguresOf }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { label, definition } = useMetricTexts().leadTime;
	const query = useLeadTime(of);
	const { registrations = 0, quartiles = null, groups = [] } = query.data ?? {};
	function nameOf({ from, to }: LeadTime['groups'][number]) {
		if (to === 0) return t`On the day`;
		if (to === null) return t`${from} days or more`;
		return from === to ? t`${plural(from, { one: '# day', other: '# days' })}` : t`${from}–${to} days`;
	}
	const rows = groups.map((group) => ({
		key: String(group.from),
		name: nameOf(group),
		count: group.registrations,
		share: formats.percent(registrations === 0 ? 0 : group.registrations / registrations),
	}));
	const { lower = 0, median = 0, upper = 0 } = quartiles ?? {};
	const medianText = t`${plural(median, { one: '# day', other: '# days' })}`;
	return (
		<ChartCard
			title={label}
			finding={
				<Trans>
					Half register at least {medianText} before the start; the middle half {lower} to {upper} days
					before.
				</Trans>
			}
			definition={definition}
			query={query}
			isEmpty={query.data !== undefined && quartiles === null}
			empty={<Trans>No registrations yet.</Trans>}
			onDownload={() =>
				of.view.event ? downloadEventFigures('lead-time', of.view.event) : downloadFigures('lead-time', of)
			}
			table={
				<DataTable
					label={t`Before the start`}
					rows={rows}
					rowKey={({ key }) => key}
					columns={[
						{ id: 'name', header: t`Before the start`, cell: ({ name }) => name },
						{
							id: 'count',
							header: t`Registrations`,
							align: 'end',
							cell: ({ count }) => formats.number(count),
						},
						{ id: 'share', header: t`Share`, align: 'end', cell: ({ share }) => share },
					]}
				/>
			}
		>
			<BarList
				isOrdered
				label={label}
				rows={rows.map(({ key, name, count, share }) => {
					const number = formats.number(count);
					return { key, label: name, value: count, text: `${number} · ${share}` };
				})}
			/>
		</ChartCard>
	);
}
