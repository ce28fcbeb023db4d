import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { AddRowButton } from '#app/ui/add-row-button.tsx';
import { changeRows } from '#app/ui/change-rows.ts';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { zoneCity } from '#shared/lib/formats.ts';
import { MAX_TIERS } from '#shared/rules/pricing/tiers.ts';
import type { TicketsEvent, TicketTypeField, TierValues } from '../ticket-type-form.ts';

interface TierFieldsProps {
	tiers: TierValues[];
	event: TicketsEvent;
	onChange: (tiers: TierValues[]) => void;
	errorOf: (field: TicketTypeField) => string | undefined;
}

const fresh: TierValues = { name: '', price: '', ends: null, soldUpTo: '' };

/** Prices before the regular one, each until a time, a number of tickets or both. */
export function PriceTierFields({ tiers, event, onChange, errorOf }: TierFieldsProps) {
	const { t } = useLingui();
	const change = (index: number, part: Partial<TierValues>) =>
		onChange(tiers.map((tier, at) => (at === index ? { ...tier, ...part } : tier)));
	const box = useRef<HTMLFieldSetElement>(null);
	return (
		<fieldset ref={box} className="flex flex-col gap-4">
			<legend className="mb-1 text-sm font-medium">
				<Trans>Price tiers</Trans>
			</legend>
			<p className="text-sm text-muted">
				<Trans>Other prices for those who buy early. After the last one, the amount above holds.</Trans>
			</p>
			{tiers.map((tier, index) => (
				<TierField
					key={index}
					index={index}
					tier={tier}
					event={event}
					onChange={(part) => change(index, part)}
					onRemove={() =>
						changeRows(box.current, index, () => onChange(tiers.filter((_, at) => at !== index)))
					}
					errorOf={errorOf}
				/>
			))}
			{tiers.length < MAX_TIERS ? (
				<AddRowButton
					label={t`Add price tier`}
					onAdd={() =>
						changeRows(box.current, tiers.length, () =>
							onChange([...tiers, { ...fresh, name: tiers.length === 0 ? t`Early bird` : '' }]),
						)
					}
				/>
			) : null}
		</fieldset>
	);
}

function TierField(props: {
	index: number;
	tier: TierValues;
	event: TicketsEvent;
	onChange: (part: Partial<TierValues>) => void;
	onRemove: () => void;
	errorOf: (field: TicketTypeField) => string | undefined;
}) {
	const { t } = useLingui();
	const { index, tier, event, onChange, errorOf } = props;
	const number = index + 1;
	const city = zoneCity(event.timeZone);
	const error = (field: 'name' | 'priceMinor' | 'endsAt' | 'soldUpTo') =>
		errorOf(`priceTiers.${index}.${field}`);
	return (
		<fieldset
			aria-label={t`Price tier ${number}`}
			className="flex flex-col gap-4 rounded-lg border border-hairline p-4"
		>
			<div className="flex items-start gap-3">
				<TextField
					id={`ticket-type-priceTiers.${index}.name`}
					data-row-start
					label={t`Name`}
					value={tier.name}
					onChange={(changed) => onChange({ name: changed.target.value })}
					error={error('name')}
					maxLength={60}
					dir="auto"
					autoComplete="off"
					className="min-w-0 flex-1"
					required
				/>
				<IconButton
					icon={Trash2}
					label={t`Remove price tier ${number}`}
					onClick={props.onRemove}
					className="mt-7"
				/>
			</div>
			<div className="grid gap-4 sm:grid-cols-2">
				<TextField
					id={`ticket-type-priceTiers.${index}.priceMinor`}
					label={t`Amount`}
					prefix={event.currency}
					inputMode="decimal"
					value={tier.price}
					onChange={(changed) => onChange({ price: changed.target.value })}
					error={error('priceMinor')}
					autoComplete="off"
					required
				/>
				<TextField
					id={`ticket-type-priceTiers.${index}.soldUpTo`}
					label={t`Until this many are sold`}
					isOptional
					inputMode="numeric"
					value={tier.soldUpTo}
					onChange={(changed) => onChange({ soldUpTo: changed.target.value })}
					error={error('soldUpTo')}
					hint={t`Counted over all prices of this ticket`}
					autoComplete="off"
				/>
				<DateTimeField
					id={`ticket-type-priceTiers.${index}.endsAt`}
					label={t`Until this time`}
					isOptional
					value={tier.ends}
					onChange={(ends) => onChange({ ends })}
					error={error('endsAt')}
					hint={t`${city} time`}
					className="w-full"
				/>
			</div>
		</fieldset>
	);
}
