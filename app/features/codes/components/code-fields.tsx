import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { MAX_BATCH } from '#shared/contracts/codes.ts';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import { zoneCity } from '#shared/lib/formats.ts';
import { randomCode } from '#shared/lib/random-code.ts';
import { CODE_LENGTH } from '#shared/rules/code-key.ts';
import { type CodeKind, lowers, withCode } from '#shared/rules/pricing/codes.ts';
import { allInMinor } from '#shared/rules/pricing/quote.ts';
import { type CodeField, type CodesEvent, type CodeValues, termsOf } from '../code-form.ts';

interface FieldsProps {
	what: 'code' | 'new-batch' | 'batch';
	event: CodesEvent;
	types: readonly TicketType[];
	pricing: PricingTerms | undefined;
	values: CodeValues;
	onChange: (part: Partial<CodeValues>) => void;
	errorOf: (field: CodeField) => string | undefined;
}

export const idOf = (field: CodeField) => `code-${field}`;

/** The fields of a code: letters and value first, limits folded away. */
export function CodeFields(props: FieldsProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const { what, values, onChange, errorOf } = props;
	const most = formats.number(MAX_BATCH);
	return (
		<>
			{what === 'code' ? (
				<div className="flex items-start gap-2">
					<TextField
						id={idOf('code')}
						label={t`Code`}
						value={values.code}
						onChange={(event) => onChange({ code: event.target.value })}
						error={errorOf('code')}
						hint={t`Letters, digits, - and _. Not case-sensitive.`}
						maxLength={40}
						autoComplete="off"
						autoCapitalize="characters"
						spellCheck={false}
						className="min-w-0 flex-1"
						required
					/>
					<Button
						variant="outline"
						onClick={() => onChange({ code: randomCode(CODE_LENGTH) })}
						className="mt-6.5"
					>
						{t`Generate`}
					</Button>
				</div>
			) : (
				<div className="grid gap-5 sm:grid-cols-2">
					{what === 'new-batch' ? (
						<TextField
							id={idOf('count')}
							label={t`How many`}
							value={values.count}
							onChange={(event) => onChange({ count: event.target.value })}
							error={errorOf('count')}
							hint={t`Up to ${most}`}
							inputMode="numeric"
							autoComplete="off"
							required
						/>
					) : null}
					<LabelField {...props} />
				</div>
			)}
			<ValueFields {...props} />
			<TicketFields {...props} />
			<PricePreview {...props} />
			<LimitFields {...props} />
		</>
	);
}

function LabelField({ values, onChange, errorOf }: FieldsProps) {
	const { t } = useLingui();
	return (
		<TextField
			id={idOf('label')}
			label={t`Label`}
			isOptional
			value={values.label}
			onChange={(event) => onChange({ label: event.target.value })}
			error={errorOf('label')}
			hint={t`Only your team sees it.`}
			maxLength={100}
			dir="auto"
			autoComplete="off"
		/>
	);
}

function ValueFields({ event, values, onChange, errorOf }: FieldsProps) {
	const { t } = useLingui();
	const { kind } = values;
	return (
		<div className="grid gap-5 sm:grid-cols-2">
			<Select
				label={t`Discount`}
				value={kind}
				onChange={(changed) => onChange({ kind: changed.target.value as CodeKind, value: '' })}
				options={[
					{ value: 'percent', label: t`Percentage off` },
					{ value: 'fixed', label: t`Amount off each ticket` },
					{ value: 'price', label: t`Set price` },
					{ value: 'unlock', label: t`None: unlocks hidden tickets` },
				]}
			/>
			{kind === 'unlock' ? null : (
				<TextField
					id={idOf(kind === 'percent' ? 'basisPoints' : 'amountMinor')}
					label={
						kind === 'percent' ? t`Percentage` : kind === 'fixed' ? t`Amount off` : t`Price of each ticket`
					}
					{...(kind === 'percent' ? { suffix: '%' } : { prefix: event.currency })}
					inputMode="decimal"
					value={values.value}
					onChange={(changed) => onChange({ value: changed.target.value })}
					error={errorOf(kind === 'percent' ? 'basisPoints' : 'amountMinor')}
					autoComplete="off"
					required
				/>
			)}
		</div>
	);
}

/** Which tickets: all with a price, or chosen ones; hidden ones that are chosen can be had with the code. */
function TicketFields({ types, values, onChange, errorOf }: FieldsProps) {
	const { t } = useLingui();
	const isUnlock = values.kind === 'unlock';
	const isHidden = (type: TicketType) => type.organiser?.isHidden ?? false;
	const offered = types.filter(
		(type) => isUnlock || type.kind === 'paid' || type.kind === 'add_on' || isHidden(type),
	);
	const error = errorOf('ticketTypeIds');
	return (
		<div className="flex flex-col gap-3">
			{isUnlock ? null : (
				<Switch
					label={t`Only for some tickets`}
					hint={t`Otherwise for every paid ticket and add-on.`}
					checked={values.isChosen}
					onChange={(event) => onChange({ isChosen: event.target.checked })}
				/>
			)}
			{isUnlock || values.isChosen ? (
				<fieldset className="flex flex-col gap-2" aria-describedby={error ? 'code-tickets-error' : undefined}>
					<legend className="mb-2 text-sm font-medium">
						<Trans>Tickets</Trans>
					</legend>
					{offered.map((type, index) => (
						<Checkbox
							key={type.id}
							id={index === 0 ? idOf('ticketTypeIds') : undefined}
							label={
								<span dir="auto" className="[overflow-wrap:anywhere]">
									{isHidden(type) ? t`${type.name} (hidden)` : type.name}
								</span>
							}
							checked={values.typeIds.includes(type.id)}
							onChange={(event) =>
								onChange({
									typeIds: event.target.checked
										? [...values.typeIds, type.id]
										: values.typeIds.filter((id) => id !== type.id),
								})
							}
						/>
					))}
					{error ? (
						<p id="code-tickets-error" role="alert" className="text-sm text-danger">
							{error}
						</p>
					) : null}
				</fieldset>
			) : null}
		</div>
	);
}

/** What a ticket costs with the code, from the function that prices orders. */
function PricePreview({ event, types, pricing, values }: FieldsProps) {
	const formats = useFormats();
	const terms = termsOf(values, event.currency);
	const type = terms && types.find((one) => lowers(terms, one) && one.priceMinor > 0);
	if (!terms || !type || !pricing) return null;
	const [lowered] = withCode([type], terms, event.currency);
	const cost = (one: TicketType) => formats.money(allInMinor(one, pricing), event.currency);
	const [before, after] = [cost(type), cost(lowered ?? type)];
	return (
		<p role="status" className="rounded-lg bg-ink/5 px-4 py-3 text-sm">
			<Trans>
				<bdi>{type.name}</bdi> costs <strong className="font-medium">{after}</strong> instead of {before}.
			</Trans>
		</p>
	);
}

/** When, how often and up to what; in the event's own zone. */
function LimitFields(props: FieldsProps) {
	const { t } = useLingui();
	const { what, event, values, onChange, errorOf } = props;
	const fields = [
		'startsAt',
		'endsAt',
		'uses',
		'usesPerBuyer',
		'minQuantity',
		'maxQuantity',
		'budgetMinor',
	] as const;
	const isNeeded = fields.some((field) => errorOf(field));
	const isSet = [
		values.starts,
		values.ends,
		values.usesPerBuyer,
		values.minQuantity,
		values.maxQuantity,
		values.budget,
	]
		.concat(what === 'code' ? values.uses : [])
		.some(Boolean);
	const city = zoneCity(event.timeZone);
	const number = (
		field: 'uses' | 'usesPerBuyer' | 'minQuantity' | 'maxQuantity',
		label: string,
		hint?: string,
	) => (
		<TextField
			id={idOf(field)}
			label={label}
			isOptional
			inputMode="numeric"
			value={values[field]}
			onChange={(changed) => onChange({ [field]: changed.target.value })}
			error={errorOf(field)}
			hint={hint}
			autoComplete="off"
		/>
	);
	const time = (field: 'starts' | 'ends', label: string, hint: string) => (
		<DateTimeField
			id={idOf(`${field}At`)}
			label={label}
			isOptional
			value={values[field]}
			onChange={(value) => onChange({ [field]: value })}
			error={errorOf(`${field}At`)}
			hint={hint}
		/>
	);
	return (
		<details open={isNeeded || isSet || undefined}>
			<summary className="min-h-11 py-2.5 text-sm font-medium">
				<Trans>Limits</Trans>
			</summary>
			<div className="grid gap-5 pt-3 sm:grid-cols-2">
				{time('starts', t`Starts`, t`${city} time. Blank = now`)}
				{time('ends', t`Ends`, t`${city} time. Blank = while tickets are sold`)}
				{number('uses', what === 'code' ? t`Uses` : t`Uses of each code`, t`Orders. Blank = unlimited`)}
				{number('usesPerBuyer', t`Uses per buyer`, t`Orders with the same email. Blank = unlimited`)}
				{number('minQuantity', t`Minimum tickets per order`)}
				{number('maxQuantity', t`Maximum tickets per order`)}
				<TextField
					id={idOf('budgetMinor')}
					label={what === 'code' ? t`Budget` : t`Budget of each code`}
					isOptional
					prefix={event.currency}
					inputMode="decimal"
					value={values.budget}
					onChange={(changed) => onChange({ budget: changed.target.value })}
					error={errorOf('budgetMinor')}
					hint={t`Total discount that the code can give`}
					autoComplete="off"
				/>
				{what === 'code' ? <LabelField {...props} /> : null}
			</div>
		</details>
	);
}
