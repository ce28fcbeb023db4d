import { useLingui } from '@lingui/react/macro';
import { useReportEvents } from '#app/features/reports/api.ts';
import { newDraft, newGroup, type ReportDraft } from '#app/features/reports/draft.ts';
import { useReportLabels } from '#app/features/reports/labels.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import type { Dataset, ReportQuery } from '#shared/contracts/reports.ts';
import {
	grainsOf,
	type ReportChart,
	reportCharts,
	reportLimits,
	splitGroup,
} from '#shared/rules/report-query.ts';
import { ChosenList } from './chosen-list.tsx';
import { FilterList } from './filter-list.tsx';

interface EditorProps {
	organisation: string;
	datasets: readonly Dataset[];
	draft: ReportDraft;
	onChange: (draft: ReportDraft) => void;
}

/** What a report asks, field by field. */
export function QueryEditor(props: EditorProps) {
	const { t } = useLingui();
	const { datasets, draft, onChange } = props;
	const { query, mode } = draft;
	const dataset = datasets.find(({ id }) => id === query.dataset);
	if (!dataset) return null;
	const set = (changes: Partial<ReportQuery>) => onChange({ ...draft, query: { ...query, ...changes } });
	const columns = dataset.columns.filter(({ isAllowed }) => isAllowed);
	const columnLabel = (id: string) =>
		dataset.columns.find((column) => column.id === splitGroup(id).column)?.label ?? id;
	return (
		<div className="flex flex-col gap-6">
			<Select
				label={t`Report about`}
				hint={dataset.description}
				value={dataset.id}
				onChange={({ target }) => {
					const next = datasets.find(({ id }) => id === target.value);
					if (next) onChange({ ...newDraft(next, query.timeZone), chart: draft.chart, mode });
				}}
				options={datasets.filter(({ isAllowed }) => isAllowed).map(({ id, label }) => ({ value: id, label }))}
			/>
			<EventChoice organisation={props.organisation} query={query} onChange={set} />
			<RadioGroup
				label={t`Show`}
				name="mode"
				value={mode}
				onChange={({ target }) => onChange({ ...draft, mode: target.value === 'list' ? 'list' : 'summary' })}
				options={[
					{ value: 'list', label: t`Single rows` },
					{ value: 'summary', label: t`Groups and totals` },
				]}
			/>
			{mode === 'list' ? (
				<ChosenList
					title={t`Columns`}
					add={t`Add column`}
					chosen={query.columns}
					options={columns.filter(({ id }) => !query.columns.includes(id))}
					labelOf={columnLabel}
					most={reportLimits.columns}
					onAdd={(id) => set({ columns: [...query.columns, id] })}
					onChange={(next) => set({ columns: next })}
				/>
			) : (
				<SummaryFields draft={draft} dataset={dataset} labelOf={columnLabel} set={set} />
			)}
			<FilterList
				key={dataset.id}
				columns={dataset.columns}
				filters={query.filters}
				onChange={(filters) => set({ filters })}
			/>
			<OrderField draft={draft} dataset={dataset} labelOf={columnLabel} set={set} />
			<DisplayFields organisation={props.organisation} draft={draft} onChange={onChange} />
		</div>
	);
}

interface PartProps {
	draft: ReportDraft;
	dataset: Dataset;
	labelOf: (id: string) => string;
	set: (changes: Partial<ReportQuery>) => void;
}

function SummaryFields({ draft, dataset, labelOf, set }: PartProps) {
	const { t } = useLingui();
	const { grains } = useReportLabels();
	const { query } = draft;
	const grouped = query.groups.map((group) => splitGroup(group).column);
	const measures = dataset.measures.filter(({ isAllowed }) => isAllowed);
	return (
		<>
			<ChosenList
				title={t`Groups`}
				add={t`Add group`}
				chosen={query.groups}
				options={dataset.columns.filter(({ id, isAllowed }) => isAllowed && !grouped.includes(id))}
				labelOf={labelOf}
				most={reportLimits.groups}
				onAdd={(id) => {
					const column = dataset.columns.find((one) => one.id === id);
					if (column) set({ groups: [...query.groups, newGroup(column)] });
				}}
				onChange={(next) => set({ groups: next })}
				detail={(group) => {
					const { column, grain } = splitGroup(group);
					const type = dataset.columns.find(({ id }) => id === column)?.type ?? 'text';
					if (grainsOf(type).length === 0) return null;
					const name = labelOf(group);
					return (
						<Select
							label={t`Time steps of ${name}`}
							isLabelHidden
							value={grain ?? 'day'}
							onChange={({ target }) =>
								set({
									groups: query.groups.map((one) => (one === group ? `${column}.${target.value}` : one)),
								})
							}
							options={grainsOf(type).map((value) => ({ value, label: grains[value] }))}
						/>
					);
				}}
			/>
			<ChosenList
				title={t`Totals`}
				add={t`Add total`}
				chosen={query.measures}
				options={measures.filter(({ id }) => !query.measures.includes(id))}
				labelOf={(id) => dataset.measures.find((measure) => measure.id === id)?.label ?? id}
				most={reportLimits.measures}
				onAdd={(id) => set({ measures: [...query.measures, id] })}
				onChange={(next) => set({ measures: next })}
			/>
		</>
	);
}

/** All events, or one; several come from the API and stay. */
function EventChoice(props: {
	organisation: string;
	query: ReportQuery;
	onChange: (changes: Partial<ReportQuery>) => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { data } = useReportEvents(props.organisation);
	const { filters } = props.query;
	const chosen = filters.find(({ column, is }) => column === 'event' && is === 'is')?.values ?? [];
	const events = data?.data ?? [];
	const [first] = chosen;
	const isKnown = chosen.length === 1 && events.some(({ id }) => id === first);
	const value = chosen.length === 0 ? '' : isKnown ? String(first) : 'chosen';
	const others = filters.filter(({ column, is }) => column !== 'event' || is !== 'is');
	return (
		<Select
			label={t`Events`}
			value={value}
			onChange={({ target }) => {
				if (target.value === 'chosen') return;
				const one = { column: 'event', is: 'is' as const, values: [target.value] };
				props.onChange({ filters: target.value === '' ? others : [one, ...others] });
			}}
			options={[
				{ value: '', label: t`All events` },
				...(value === 'chosen' ? [{ value, label: t`Chosen events (${chosen.length})` }] : []),
				...events.map((event) => ({
					value: event.id,
					label: `${event.title} · ${formats.date(event.startsAt, event.timeZone)}`,
				})),
			]}
		/>
	);
}

function OrderField({ draft, dataset, labelOf, set }: PartProps) {
	const { t } = useLingui();
	const { query, mode } = draft;
	const shown = mode === 'list' ? query.columns : [...query.groups, ...query.measures];
	const measureLabel = (id: string) => dataset.measures.find((measure) => measure.id === id)?.label;
	const [order] = query.order;
	const isMeasure = (id: string) => mode === 'summary' && query.measures.includes(id);
	return (
		<div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-1">
			<Select
				label={t`Sort by`}
				value={order && shown.includes(order.by) ? order.by : ''}
				onChange={({ target }) =>
					set({ order: target.value ? [{ by: target.value, descending: isMeasure(target.value) }] : [] })
				}
				options={[
					{ value: '', label: t`Usual order` },
					...shown.map((id) => ({
						value: id,
						label: (isMeasure(id) ? measureLabel(id) : null) ?? labelOf(id),
					})),
				]}
			/>
			{order && shown.includes(order.by) ? (
				<Select
					label={t`Direction`}
					value={order.descending ? 'down' : 'up'}
					onChange={({ target }) => set({ order: [{ by: order.by, descending: target.value === 'down' }] })}
					options={[
						{ value: 'up', label: t`Smallest or first on top` },
						{ value: 'down', label: t`Largest or last on top` },
					]}
				/>
			) : null}
		</div>
	);
}

/** The chart, and the clock: that of the report, of the reader, of the events, or UTC. */
function DisplayFields({
	organisation,
	draft,
	onChange,
}: Pick<EditorProps, 'organisation' | 'draft' | 'onChange'>) {
	const { t } = useLingui();
	const { charts } = useReportLabels();
	const { data } = useReportEvents(organisation);
	const viewer = useViewerTimeZone();
	const { query } = draft;
	const known = [
		query.timeZone,
		viewer ?? 'UTC',
		...(data?.data ?? []).map(({ timeZone }) => timeZone),
		'UTC',
	];
	const zones = [...new Set(known)];
	return (
		<>
			{draft.mode === 'summary' ? (
				<Select
					label={t`Chart`}
					hint={t`Shown when there is one group and a total.`}
					value={draft.chart}
					onChange={({ target }) => onChange({ ...draft, chart: target.value as ReportChart })}
					options={reportCharts.map((value) => ({ value, label: charts[value] }))}
				/>
			) : null}
			<Select
				label={t`Time zone`}
				hint={t`Days and hours go by this clock.`}
				value={query.timeZone}
				onChange={({ target }) => onChange({ ...draft, query: { ...query, timeZone: target.value } })}
				options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
			/>
		</>
	);
}
