import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { Money } from '#app/ui/money.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import { zoneCity } from '#shared/lib/formats.ts';
import { admitsByDefault } from '#shared/rules/admission.ts';
import { giftPartMinor, isRefusal, quote } from '#shared/rules/pricing/quote.ts';
import { taxReasons } from '#shared/rules/tax-reasons.ts';
import type { CapacityPool } from '../api.ts';
import {
	fitOf,
	pricesOf,
	sellsAtPrice,
	sellsWithoutTax,
	type TicketsEvent,
	type TicketTypeField,
	type TicketTypeValues,
} from '../ticket-type-form.ts';
import { PriceTierFields } from './price-tier-fields.tsx';

interface FieldsProps {
	type: TicketType | null;
	event: TicketsEvent;
	pools: CapacityPool[];
	pricing: PricingTerms;
	/** The fee of this site is not known yet, so what an organiser gets is not told. */
	isBeforeSignIn?: boolean | undefined;
	/** Whether part of a price can be a donation. */
	takesFairValues: boolean;
	values: TicketTypeValues;
	onChange: (part: Partial<TicketTypeValues>) => void;
	errorOf: (field: TicketTypeField) => string | undefined;
}

const idOf = (field: TicketTypeField) => `ticket-type-${field}`;

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

function PriceFields(props: FieldsProps) {
	const { t } = useLingui();
	const { type, event, values, onChange, errorOf } = props;
	const isSold = (type?.organiser?.confirmed ?? 0) > 0;
	return (
		<div className="flex flex-col gap-5">
			<div className="grid gap-5 sm:grid-cols-2">
				<Select
					label={t`Price`}
					value={values.kind}
					onChange={(changed) => {
						const kind = changed.target.value as TicketType['kind'];
						onChange({ kind, isAdmission: admitsByDefault(kind) });
					}}
					options={[
						{ value: 'free', label: t`Free` },
						{ value: 'paid', label: t`Paid` },
						{ value: 'donation', label: t`Donation` },
						{ value: 'add_on', label: t`Add-on` },
					]}
					hint={
						isSold
							? t`Issued tickets don’t change.`
							: values.kind === 'add_on'
								? t`Sold with a ticket, e.g. a T-shirt.`
								: undefined
					}
				/>
				{values.kind === 'free' ? null : (
					<TextField
						id={idOf('priceMinor')}
						label={values.kind === 'donation' ? t`Minimum amount` : t`Amount`}
						isOptional={values.kind === 'donation'}
						prefix={event.currency}
						inputMode="decimal"
						value={values.price}
						onChange={(changed) => onChange({ price: changed.target.value })}
						error={errorOf('priceMinor')}
						hint={
							values.kind === 'donation'
								? t`Taxed as the price of admission. What guests add is a donation.`
								: undefined
						}
						autoComplete="off"
					/>
				)}
				{values.kind === 'donation' ? (
					<TextField
						id={idOf('suggestedMinor')}
						label={t`Suggested amount`}
						isOptional
						prefix={event.currency}
						inputMode="decimal"
						value={values.suggested}
						onChange={(changed) => onChange({ suggested: changed.target.value })}
						error={errorOf('suggestedMinor')}
						hint={t`Guests can change it.`}
						autoComplete="off"
					/>
				) : null}
				{sellsAtPrice(values, event.currency) ? (
					<TextField
						id={idOf('taxBasisPoints')}
						label={t`Tax rate`}
						isOptional
						suffix="%"
						inputMode="decimal"
						value={values.taxRate}
						onChange={(changed) => onChange({ taxRate: changed.target.value })}
						error={errorOf('taxBasisPoints')}
						hint={
							props.pricing.pricesIncludeTax
								? t`The amount includes the tax.`
								: t`The tax is added to the amount.`
						}
						autoComplete="off"
					/>
				) : null}
				{sellsWithoutTax(values, event.currency) && !props.isBeforeSignIn ? (
					<TaxReasonField {...props} />
				) : null}
				{values.kind === 'paid' && (props.takesFairValues || values.fairValue !== '') ? (
					<TextField
						id={idOf('fairValueMinor')}
						label={t`Fair value`}
						isOptional
						prefix={event.currency}
						inputMode="decimal"
						value={values.fairValue}
						onChange={(changed) => onChange({ fairValue: changed.target.value })}
						error={errorOf('fairValueMinor')}
						hint={t`What the ticket is worth. The rest of the price is a donation without tax.`}
						autoComplete="off"
					/>
				) : null}
			</div>
			{values.kind === 'add_on' ? (
				<Checkbox
					label={t`Counts as a guest`}
					hint={t`Turn on for add-ons that are an entry ticket, e.g. for the after-party. Parking or a T-shirt is scanned once and not counted.`}
					checked={values.isAdmission}
					onChange={(changed) => onChange({ isAdmission: changed.target.checked })}
				/>
			) : null}
			{props.isBeforeSignIn ? null : <PricePreview {...props} />}
			{values.kind === 'paid' || values.kind === 'add_on' ? (
				<PriceTierFields
					tiers={values.tiers}
					event={event}
					onChange={(tiers) => onChange({ tiers })}
					errorOf={errorOf}
				/>
			) : null}
		</div>
	);
}

function TaxReasonField({ values, onChange }: FieldsProps) {
	const { t } = useLingui();
	return (
		<Select
			label={t`Why without tax`}
			isOptional
			value={values.taxReason}
			onChange={(changed) =>
				onChange({ taxReason: taxReasons.find((one) => one === changed.target.value) ?? '' })
			}
			placeholder={t`Not said`}
			options={[
				{ value: 'small_business', label: t`Small business` },
				{ value: 'exempt', label: t`Exempt by law` },
				{ value: 'reverse_charge', label: t`Reverse charge` },
				{ value: 'out_of_scope', label: t`Outside the scope of the tax` },
			]}
			hint={t`Printed on receipts and invoices. In the EU, they need it.`}
		/>
	);
}

/** What one ticket costs its buyer and brings its organiser, from the function that prices orders. */
function PricePreview({ values, pricing }: FieldsProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const { price, fairValue, taxBasisPoints } = pricesOf(values, pricing.currency);
	if (!price || taxBasisPoints === null) return null;
	const fairValueMinor = fairValue || null;
	const one = { id: 'one', kind: values.kind, priceMinor: price, taxBasisPoints, fairValueMinor };
	const donatedMinor = giftPartMinor(one);
	const sold = quote([one], [{ ticketTypeId: one.id, quantity: 1 }], pricing);
	if (isRefusal(sold)) return null;
	const money = (minor: number) => formats.money(minor, pricing.currency);
	const taxMinor = sold.taxes.reduce((sum, tax) => sum + tax.taxMinor, 0);
	const items = [
		{ term: values.kind === 'donation' ? t`Buyer pays at least` : t`Buyer pays`, amount: sold.totalMinor },
		...(sold.platformFeeMinor > 0 ? [{ term: t`Platform fee`, amount: sold.platformFeeMinor }] : []),
		{ term: t`You get`, amount: sold.totalMinor - sold.platformFeeMinor },
		...(taxMinor > 0 ? [{ term: t`of which tax`, amount: taxMinor }] : []),
		...(donatedMinor > 0 ? [{ term: t`of which donation`, amount: donatedMinor }] : []),
	];
	return (
		<div className="flex flex-col gap-1.5 rounded-lg bg-ink/5 px-4 py-3 text-sm">
			<dl aria-label={t`Price preview`} className="flex flex-wrap gap-x-6 gap-y-1">
				{items.map(({ term, amount }) => (
					<div key={term} className="flex gap-2">
						<dt className="text-muted">{term}</dt>
						<dd>
							<Money className="font-medium">{money(amount)}</Money>
						</dd>
					</div>
				))}
			</dl>
			<p className="text-compact text-muted">
				<Trans>Before the payment provider’s fee for cards.</Trans>
			</p>
		</div>
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
	return (
		<div className="flex flex-col gap-5 pt-3">
			<div className="flex flex-wrap gap-5">
				<NumberStepper
					id={idOf('minPerOrder')}
					label={t`Min per order`}
					min={1}
					max={1000}
					value={values.minPerOrder}
					onChange={(minPerOrder) => onChange({ minPerOrder })}
					error={errorOf('minPerOrder')}
				/>
				<NumberStepper
					id={idOf('maxPerOrder')}
					label={t`Max per order`}
					min={1}
					max={1000}
					value={values.maxPerOrder}
					onChange={(maxPerOrder) => onChange({ maxPerOrder })}
					error={errorOf('maxPerOrder')}
				/>
				<NumberStepper
					id={idOf('admits')}
					label={t`Admits`}
					min={1}
					max={100}
					value={values.admits}
					onChange={(admits) => onChange({ admits })}
					error={errorOf('admits')}
					hint={t`Each gets a QR code.`}
				/>
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
					hint={t`For goods, and for tickets that are not tied to a date. Buyers can withdraw within 14 days and get all of it back.`}
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
