import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { zoneCity } from '#shared/lib/formats.ts';
import { WITHDRAWAL_DAYS } from '#shared/rules/withdrawals.ts';
import type { CapacityPool } from '../api.ts';
import { fitOf } from '../ticket-type-form.ts';
import { type FieldsProps, idOf, PriceFields } from './ticket-price-fields.tsx';

/** The fields of a ticket type: what most need first, the rest folded away. */
export function TicketTypeFields(props: FieldsProps) {
	const { t } = useLingui();
	const { values, onChange, errorOf } = props;
	const isAdvanced =
		values.minPerOrder !== 1 ||
		values.maxPerOrder !== 10 ||
		values.admits !== 1 ||
		values.needsApproval ||
		values.hasWithdrawal ||
		values.isHidden;
	const hasAdvancedError = [errorOf('minPerOrder'), errorOf('maxPerOrder'), errorOf('admits')].some(Boolean);
	return (
		<>
			<TextField
				id={idOf('name')}
				label={t`Name`}
				value={values.name}
				onChange={(event) => onChange({ name: event.target.value })}
				error={errorOf('name')}
				maxLength={100}
				dir="auto"
				autoComplete="off"
				required
			/>
			<PriceFields {...props} />
			<PlacesFields {...props} />
			<WindowFields {...props} />
			<TextArea
				id={idOf('description')}
				label={t`Description`}
				isOptional
				value={values.description}
				onChange={(event) => onChange({ description: event.target.value })}
				error={errorOf('description')}
				rows={2}
				maxLength={1000}
				dir="auto"
			/>
			<details open={isAdvanced || hasAdvancedError || undefined}>
				<summary className="min-h-11 py-2.5 text-sm font-medium">
					<Trans>Limits and visibility</Trans>
				</summary>
				<LimitFields {...props} />
			</details>
		</>
	);
}

function PlacesFields({ pools, values, onChange, errorOf }: FieldsProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const sizeOf = (pool: CapacityPool) => (pool.size === null ? t`unlimited` : formats.number(pool.size));
	return (
		<div className="grid gap-5 sm:grid-cols-2">
			<TextField
				id={idOf('capacity')}
				label={t`Capacity`}
				isOptional
				inputMode="numeric"
				value={values.capacity}
				onChange={(event) => onChange({ capacity: event.target.value })}
				error={errorOf('capacity')}
				hint={
					Number(values.admits) > 1
						? t`People, not tickets. Leave blank for unlimited`
						: t`Leave blank for unlimited`
				}
				autoComplete="off"
			/>
			{pools.length > 0 ? (
				<Select
					id={idOf('sharedPoolId')}
					label={t`Shared capacity`}
					value={values.sharedPoolId}
					onChange={(event) => onChange({ sharedPoolId: event.target.value })}
					error={errorOf('sharedPoolId')}
					options={[
						{ value: '', label: t`None` },
						...pools.map((pool) => ({ value: pool.id, label: `${pool.name} (${sizeOf(pool)})` })),
					]}
				/>
			) : null}
		</div>
	);
}

/** When it can be had, in the event's own zone. */
function WindowFields({ event, values, onChange, errorOf }: FieldsProps) {
	const { t } = useLingui();
	const city = zoneCity(event.timeZone);
	const note = (wall: string | null) => {
		const fit = fitOf(wall, event.timeZone);
		if (fit === 'skipped')
			return t`Clocks in ${city} go forward that night and skip this time: we use the next hour.`;
		if (fit === 'doubled') return t`Clocks in ${city} go back that night: we use the first of the two.`;
		return undefined;
	};
	return (
		<div className="grid gap-5 sm:grid-cols-2">
			<div className="flex flex-col items-start gap-1">
				<DateTimeField
					id={idOf('salesStartAt')}
					label={t`Sales start`}
					isOptional
					value={values.salesStart}
					onChange={(salesStart) => onChange({ salesStart })}
					error={errorOf('salesStartAt')}
					hint={note(values.salesStart) ?? t`${city} time. Blank = on sale immediately`}
					className="w-full"
				/>
				<ClearButton value={values.salesStart} onClear={() => onChange({ salesStart: null })} />
			</div>
			<div className="flex flex-col items-start gap-1">
				<DateTimeField
					id={idOf('salesEndAt')}
					label={t`Sales end`}
					isOptional
					value={values.salesEnd}
					onChange={(salesEnd) => onChange({ salesEnd })}
					error={errorOf('salesEndAt')}
					hint={note(values.salesEnd) ?? t`${city} time. Blank = until the event ends`}
					className="w-full"
				/>
				<ClearButton value={values.salesEnd} onClear={() => onChange({ salesEnd: null })} />
			</div>
		</div>
	);
}

function ClearButton({ value, onClear }: { value: string | null; onClear: () => void }) {
	if (value === null) return null;
	return (
		<button type="button" className="link min-h-8 text-sm" onClick={onClear}>
			<Trans>Clear</Trans>
		</button>
	);
}

function LimitFields({ values, onChange, errorOf }: FieldsProps) {
	const { t } = useLingui();
	const limits = [
		{ field: 'minPerOrder', label: t`Min per order`, max: 1000 },
		{ field: 'maxPerOrder', label: t`Max per order`, max: 1000 },
		{ field: 'admits', label: t`Admits`, max: 100, hint: t`Each gets a QR code.` },
	] as const;
	return (
		<div className="flex flex-col gap-5 pt-3">
			<div className="flex flex-wrap gap-5">
				{limits.map(({ field, ...limit }) => (
					<NumberStepper
						{...limit}
						key={field}
						id={idOf(field)}
						min={1}
						value={values[field]}
						onChange={(value) => onChange({ [field]: value })}
						error={errorOf(field)}
					/>
				))}
			</div>
			<Checkbox
				label={t`Approve each order`}
				hint={t`Orders wait for your approval. Their tickets are held, and buyers pay after it.`}
				checked={values.needsApproval}
				onChange={(event) => onChange({ needsApproval: event.target.checked })}
			/>
			{values.kind === 'paid' || values.kind === 'add_on' ? (
				<Checkbox
					label={t`Right of withdrawal`}
					hint={t`For goods, and for tickets that are not tied to a date. Buyers can withdraw within ${WITHDRAWAL_DAYS} days and get all of it back.`}
					checked={values.hasWithdrawal}
					onChange={(event) => onChange({ hasWithdrawal: event.target.checked })}
				/>
			) : null}
			<Checkbox
				label={t`Hidden`}
				hint={t`Hidden from the event page. Your team can still add guests to it.`}
				checked={values.isHidden}
				onChange={(event) => onChange({ isHidden: event.target.checked })}
			/>
		</div>
	);
}
