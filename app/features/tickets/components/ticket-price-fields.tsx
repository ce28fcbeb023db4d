import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Money } from '#app/ui/money.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import { admitsByDefault } from '#shared/rules/admission.ts';
import { giftPartMinor, isRefusal, quote } from '#shared/rules/pricing/quote.ts';
import { taxReasons } from '#shared/rules/tax-reasons.ts';
import type { CapacityPool } from '../api.ts';
import {
	pricesOf,
	sellsAtPrice,
	sellsWithoutTax,
	type TicketsEvent,
	type TicketTypeField,
	type TicketTypeValues,
} from '../ticket-type-form.ts';
import { PriceTierFields } from './price-tier-fields.tsx';

export interface FieldsProps {
	type: TicketType | null;
	event: TicketsEvent;
	pools: CapacityPool[];
	pricing: PricingTerms;
	/** The fee of this site is not known yet, so what an organiser gets is not shown. */
	isBeforeSignIn?: boolean | undefined;
	/** Whether part of a price can be a donation. */
	takesFairValues: boolean;
	values: TicketTypeValues;
	onChange: (part: Partial<TicketTypeValues>) => void;
	errorOf: (field: TicketTypeField) => string | undefined;
}

export const idOf = (field: TicketTypeField) => `ticket-type-${field}`;

export function PriceFields(props: FieldsProps) {
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
					options={optionsOf({ free: t`Free`, paid: t`Paid`, donation: t`Donation`, add_on: t`Add-on` })}
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
			options={optionsOf({
				small_business: t`Small business`,
				exempt: t`Exempt by law`,
				reverse_charge: t`Reverse charge`,
				out_of_scope: t`Outside the scope of the tax`,
			})}
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
