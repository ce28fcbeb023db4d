import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { BarList } from '#app/ui/charts/bar-list.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Select } from '#app/ui/select.tsx';
import { type SourceFigures, type SourceGroup, sourceGroups } from '#shared/contracts/figures.ts';
import { downloadFigures, type FiguresOf, useSources } from '../api.ts';
import { useMetricTexts } from '../metric-texts.ts';
import { ChartCard } from './chart-card.tsx';

/** Bars of the sources that brought the most; the table has all. */
const MOST_BARS = 8;

/** Where visitors and registrations came from. */
export function SourcesCard({ of, maySeeMoney }: { of: FiguresOf; maySeeMoney: boolean }) {
	const { t } = useLingui();
	const formats = useFormats();
	const texts = useMetricTexts();
	const [by, setBy] = useState<SourceGroup>('source');
	const query = useSources(of, by);
	const rows = query.data?.data ?? [];
	const groups: Record<SourceGroup, string> = {
		source: t`By source`,
		medium: t`By medium`,
		campaign: t`By campaign`,
		link: t`By tracking link`,
	};
	const nameOf = ({ name, label }: SourceFigures) => {
		if (name === '(other)') return t`Other`;
		if (label) return label;
		if (name) return name;
		return by === 'source' ? t`Direct (typed, email or app)` : t`Not named`;
	};
	const first = rows[0];
	const [firstName, count] = first ? [nameOf(first), formats.number(first.registrations)] : ['', ''];
	const net = (row: SourceFigures) =>
		row.net.length === 0
			? '–'
			: formats.list(row.net.map(({ netMinor, currency }) => formats.money(netMinor, currency)));
	return (
		<ChartCard
			title={t`Where they came from`}
			finding={
				<Trans>
					Most registrations: {firstName}, {count}.
				</Trans>
			}
			definition={t`A tracking link, the label utm_source of a link, or the site that linked here. Registrations count for the visit they were made in.`}
			query={query}
			isEmpty={query.data !== undefined && rows.length === 0}
			empty={
				by === 'link' ? (
					<Trans>No visits through tracking links in this period.</Trans>
				) : (
					<Trans>No visits in this period.</Trans>
				)
			}
			controls={
				<Select
					label={t`Group`}
					isLabelHidden
					value={by}
					onChange={(event) => setBy(event.target.value as SourceGroup)}
					options={sourceGroups.map((value) => ({ value, label: groups[value] }))}
				/>
			}
			onDownload={() => downloadFigures('sources', of, by)}
			table={
				<DataTable
					label={groups[by]}
					rows={rows}
					rowKey={({ name }) => name}
					columns={[
						{ id: 'name', header: t`Source`, cell: (row) => <bdi>{nameOf(row)}</bdi> },
						...(['visitors', 'forms', 'registrations', 'tickets'] as const).map((metric) => ({
							id: metric,
							header: texts[metric].label,
							align: 'end' as const,
							...(metric === 'forms' && { from: 'md' as const }),
							cell: (row: SourceFigures) => formats.number(row[metric]),
						})),
						...(maySeeMoney
							? [
									{
										id: 'net',
										header: texts.net.label,
										align: 'end' as const,
										from: 'sm' as const,
										cell: net,
									},
								]
							: []),
					]}
				/>
			}
		>
			<BarList
				label={groups[by]}
				rows={rows.slice(0, MOST_BARS).map((row) => {
					return {
						key: row.name,
						label: nameOf(row),
						value: row.visitors,
						text: (
							<>
								<Plural value={row.visitors} one="# visitor" other="# visitors" />
								{' · '}
								<Plural value={row.registrations} one="# registration" other="# registrations" />
							</>
						),
					};
				})}
			/>
		</ChartCard>
	);
}
