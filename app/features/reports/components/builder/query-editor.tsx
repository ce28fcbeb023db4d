import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
	type Filter,
	isEventFilter,
	newDraft,
	newGroup,
	type ReportDraft,
} from '#app/features/reports/draft.ts';
import { useReportLabels } from '#app/features/reports/labels.ts';
import { EventsPicker } from '#app/shell/event-picker.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { TimeZoneField } from '#app/ui/time-zone-field.tsx';
import type { Dataset, ReportQuery } from '#shared/contracts/reports.ts';
import {
	grainsOf,
	groupFilters,
	isTimeline,
	listFilters,
	questionOf,
	type ReportChart,
	reportCharts,
	reportLimits,
	splitGroup,
	splitMeasure,
	valueCount,
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
	const dataset = useDataset(datasets, query);
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
				options={optionsOf({ list: t`Single rows`, summary: t`Groups and totals` })}
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
			<DisplayFields draft={draft} onChange={onChange} />
		</div>
	);
}

/** The dataset of a query. Questions are named as such, so that nobody takes them for columns; one that is not offered has a name too. */
function useDataset(datasets: readonly Dataset[], query: ReportQuery): Dataset | undefined {
	const { t } = useLingui();
	const dataset = datasets.find(({ id }) => id === query.dataset);
	if (!dataset) return undefined;
	const named = [...query.columns, ...query.groups.map((group) => splitGroup(group).column)];
	const used = new Set([...named, ...query.filters.map(({ column }) => column)]);
	const isOffered = (id: string) => dataset.columns.some((column) => column.id === id);
	const others = [...used].filter((id) => questionOf(id) !== null && !isOffered(id));
	return {
		...dataset,
		columns: [
			...dataset.columns.map((column) => {
				const { label } = column;
				return questionOf(column.id) === null ? column : { ...column, label: t`Question: ${label}` };
			}),
			...others.map((id) => ({
				...{ id, label: t`Another question`, type: 'text' as const },
				...{ grains: [], choices: [], isPersonal: true, isAllowed: false },
			})),
		],
	};
}

interface PartProps {
	draft: ReportDraft;
	dataset: Dataset;
	labelOf: (id: string) => string;
	set: (changes: Partial<ReportQuery>) => void;
}

function SummaryFields({ draft, dataset, labelOf, set }: PartProps) {
	const { t } = useLingui();
	const { grains, forms } = useReportLabels();
	const { query } = draft;
	const hasTimeline = query.groups.some((group) => isTimeline(splitGroup(group).grain));
	const measureLabel = (chosen: string) => {
		const { id, form } = splitMeasure(chosen);
		const label = dataset.measures.find((measure) => measure.id === id)?.label ?? id;
		return form ? `${label}, ${forms[form]}` : label;
	};
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
				labelOf={measureLabel}
				most={reportLimits.measures}
				onAdd={(id) => set({ measures: [...query.measures, id] })}
				onChange={(next) => set({ measures: next })}
				detail={(chosen) => {
					const { id, form } = splitMeasure(chosen);
					const offered = (dataset.measures.find((measure) => measure.id === id)?.forms ?? []).filter(
						(one) =>
							one === form || ((one === 'share' || hasTimeline) && !query.measures.includes(`${id}.${one}`)),
					);
					if (offered.length === 0) return null;
					const name = dataset.measures.find((measure) => measure.id === id)?.label ?? id;
					return (
						<Select
							label={t`Form of ${name}`}
							isLabelHidden
							value={form ?? ''}
							onChange={({ target }) => {
								const next = target.value ? `${id}.${target.value}` : id;
								set({ measures: query.measures.map((one) => (one === chosen ? next : one)) });
							}}
							options={[
								...(form === null || !query.measures.includes(id) ? [{ value: '', label: t`value` }] : []),
								...offered.map((value) => ({ value, label: forms[value] })),
							]}
						/>
					);
				}}
			/>
		</>
	);
}

/** All events, or those that were chosen. */
function EventChoice(props: {
	organisation: string;
	query: ReportQuery;
	onChange: (changes: Partial<ReportQuery>) => void;
}) {
	const { t } = useLingui();
	const { filters } = props.query;
	const choiceOf = groupFilters(filters).find(isChoice)?.[0];
	const chosen = (choiceOf?.values ?? []).map(String);
	const [isSome, setIsSome] = useState(chosen.length > 0);
	const choose = (ids: readonly string[]) => {
		const others = listFilters(groupFilters(filters).filter((group) => !isChoice(group)));
		const choice = { column: 'event', is: 'is' as const, values: [...ids] };
		props.onChange({ filters: ids.length > 0 ? [choice, ...others] : others });
	};
	return (
		<div className="flex flex-col gap-3">
			<Select
				label={t`Events`}
				value={isSome || chosen.length > 0 ? 'chosen' : 'all'}
				onChange={({ target }) => {
					setIsSome(target.value === 'chosen');
					if (target.value === 'all') choose([]);
				}}
				options={optionsOf({ all: t`All events`, chosen: t`Chosen events only` })}
			/>
			{isSome || chosen.length > 0 ? (
				<>
					<p className="text-compact text-muted">
						{chosen.length === 0 ? (
							<Trans>None chosen: the report shows all events.</Trans>
						) : (
							<Plural value={chosen.length} one="# event chosen" other="# events chosen" />
						)}
					</p>
					<EventsPicker
						organisation={props.organisation}
						label={t`Add event`}
						most={mostEvents}
						chosen={chosen}
						onChange={choose}
					/>
				</>
			) : null}
		</div>
	);
}

const isChoice = (group: readonly Filter[]) =>
	group.length === 1 && group.every((filter) => isEventFilter(filter) && filter.is === 'is');
const [, mostEvents] = valueCount('is');

function OrderField({ draft, dataset, labelOf, set }: PartProps) {
	const { t } = useLingui();
	const { query, mode } = draft;
	const shown = mode === 'list' ? query.columns : [...query.groups, ...query.measures];
	const { forms } = useReportLabels();
	const measureLabel = (chosen: string) => {
		const { id, form } = splitMeasure(chosen);
		const label = dataset.measures.find((measure) => measure.id === id)?.label;
		return label && form ? `${label}, ${forms[form]}` : label;
	};
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
					options={optionsOf({ up: t`Ascending`, down: t`Descending` })}
				/>
			) : null}
		</div>
	);
}

/** The chart, and the clock that days and hours go by. */
function DisplayFields({ draft, onChange }: Pick<EditorProps, 'draft' | 'onChange'>) {
	const { t } = useLingui();
	const { charts } = useReportLabels();
	const { query } = draft;
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
			<TimeZoneField
				label={t`Time zone`}
				hint={t`Time zone for days and hours.`}
				value={query.timeZone}
				onChange={(timeZone) => onChange({ ...draft, query: { ...query, timeZone } })}
			/>
		</>
	);
}
