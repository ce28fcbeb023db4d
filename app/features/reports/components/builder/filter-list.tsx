import { useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { type Filter, isEventFilter, newFilter, retainFilters } from '#app/features/reports/draft.ts';
import { useReportLabels } from '#app/features/reports/labels.ts';
import { Button } from '#app/ui/button.tsx';
import { changeRows } from '#app/ui/change-rows.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Dataset } from '#shared/contracts/reports.ts';
import { operatorsOf, type ReportOperator, reportLimits, valueCount } from '#shared/rules/report-query.ts';

type Column = Dataset['columns'][number];

/** Filters that all hold, or one of some; but for the choice of events, which has a field of its own. */
export function FilterList(props: {
	columns: readonly Column[];
	filters: readonly Filter[];
	onChange: (filters: Filter[]) => void;
}) {
	const { t } = useLingui();
	const { columns, filters, onChange } = props;
	/** The choice of events has a field of its own. */
	const shown = filters.filter((filter) => !isEventFilter(filter));
	const box = useRef<HTMLElement>(null);
	const usable = columns.filter(({ type, isAllowed }) => type !== 'event' && isAllowed);
	return (
		<section ref={box} aria-label={t`Filters`} className="flex flex-col gap-2">
			<h2 className="text-sm font-medium">{t`Filters`}</h2>
			{filters.map((filter, index) => {
				const column = columns.find(({ id }) => id === filter.column);
				if (!column || column.type === 'event') return null;
				return (
					<FilterRow
						key={`${filter.column}-${index}`}
						column={column}
						filter={filter}
						onChange={(changed) => onChange(filters.map((one, at) => (at === index ? changed : one)))}
						onRemove={() =>
							changeRows(box.current, shown.indexOf(filter), () =>
								onChange(retainFilters(filters, (_, at) => at !== index)),
							)
						}
						mayJoin={filters.slice(0, index).some((one) => !isEventFilter(one))}
					/>
				);
			})}
			{filters.length < reportLimits.filters ? (
				<Menu
					label={t`Add filter`}
					className="max-h-80 overflow-y-auto"
					items={usable.map((column) => ({
						id: column.id,
						label: column.label,
						onSelect: () => onChange([...filters, newFilter(column)]),
					}))}
					trigger={(trigger) => (
						<Button {...trigger} data-add size="sm" variant="outline" icon={Plus} className="self-start">
							{t`Add filter`}
						</Button>
					)}
				/>
			) : null}
		</section>
	);
}

function FilterRow(props: {
	column: Column;
	filter: Filter;
	onChange: (filter: Filter) => void;
	onRemove: () => void;
	/** There is one above it. */
	mayJoin: boolean;
}) {
	const { t } = useLingui();
	const { column, filter, onChange } = props;
	const { operators, timeOperators } = useReportLabels();
	const isTime = column.type === 'instant' || column.type === 'date';
	const { label } = column;
	return (
		<fieldset className="flex min-w-0 flex-col gap-2 rounded-md border p-3">
			<legend className="sr-only">{t`Filter: ${label}`}</legend>
			<div className="flex items-center gap-2">
				{props.mayJoin ? (
					<Select
						label={t`How ${label} joins the filter above`}
						isLabelHidden
						value={filter.or ? 'or' : 'and'}
						onChange={({ target }) => onChange({ ...filter, or: target.value === 'or' })}
						options={optionsOf({ and: t`And`, or: t`Or` })}
						className="w-20 shrink-0"
					/>
				) : null}
				<span aria-hidden="true" className="min-w-0 flex-1 text-sm font-medium [overflow-wrap:anywhere]">
					{label}
				</span>
				<IconButton
					data-row-start
					size="sm"
					icon={X}
					label={t`Remove filter ${label}`}
					onClick={props.onRemove}
				/>
			</div>
			<Select
				label={t`Comparison of ${label}`}
				isLabelHidden
				value={filter.is}
				onChange={({ target }) => {
					const is = target.value as ReportOperator;
					const [, most] = valueCount(is);
					const isSame = isDays(is) === isDays(filter.is);
					onChange({ ...filter, is, values: isSame ? filter.values.slice(0, most) : [] });
				}}
				options={operatorsOf[column.type].map((value) => ({
					value,
					label: (isTime ? timeOperators[value] : undefined) ?? operators[value],
				}))}
			/>
			<FilterValues column={column} filter={filter} onChange={onChange} />
		</fieldset>
	);
}

const isDays = (is: ReportOperator) => is === 'last_days' || is === 'next_days';

function FilterValues(props: { column: Column; filter: Filter; onChange: (filter: Filter) => void }) {
	const { t } = useLingui();
	const hintOf = useHint();
	const { column, filter, onChange } = props;
	const { is, values } = filter;
	const { label, type } = column;
	const [, most] = valueCount(is);
	if (most === 0) return null;
	if (type === 'flag')
		return (
			<Select
				label={t`Value of ${label}`}
				isLabelHidden
				value={values[0] === false ? 'no' : 'yes'}
				onChange={({ target }) => onChange({ ...filter, values: [target.value === 'yes'] })}
				options={optionsOf({ yes: t`Yes`, no: t`No` })}
			/>
		);
	if (column.choices.length > 0)
		return (
			<div className="flex flex-col gap-2">
				{column.choices.map((choice) => (
					<Checkbox
						key={choice.value}
						label={choice.label}
						checked={values.includes(choice.value)}
						onChange={({ target }) =>
							onChange({
								...filter,
								values: target.checked
									? [...values, choice.value]
									: values.filter((value) => value !== choice.value),
							})
						}
					/>
				))}
			</div>
		);
	const isNumber = isDays(is) || type === 'number' || type === 'money' || type === 'percent';
	const isTime = !isNumber && (type === 'instant' || type === 'date');
	const names = is === 'between' ? [t`From: ${label}`, t`To: ${label}`] : [t`Value of ${label}`];
	return (
		<div className="flex flex-col gap-2">
			{names.map((name, index) => (
				<TextField
					key={name}
					label={name}
					isLabelHidden={is !== 'between'}
					type={isTime ? 'date' : isNumber ? 'number' : 'text'}
					step={isNumber ? (type === 'money' || isDays(is) ? '1' : 'any') : undefined}
					min={isDays(is) ? 1 : undefined}
					maxLength={200}
					autoComplete="off"
					hint={hintOf(type, is)}
					suffix={isDays(is) ? t`days` : undefined}
					defaultValue={String(values[index] ?? '')}
					onChange={({ target }) => {
						const next = [...values];
						next[index] = isNumber && target.value !== '' ? Number(target.value) : target.value;
						// A range whose first end is not typed yet has no hole.
						onChange({ ...filter, values: Array.from(next, (value) => value ?? '') });
					}}
				/>
			))}
		</div>
	);
}

/** Hints below the field of a value. */
function useHint() {
	const { t } = useLingui();
	return (type: Column['type'], is: ReportOperator): string | undefined => {
		if (isDays(is)) return undefined;
		if (type === 'money') return t`In minor units: 12.50 is 1250.`;
		return type === 'percent' ? t`From 0 to 1: half is 0.5.` : undefined;
	};
}
