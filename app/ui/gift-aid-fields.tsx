import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
	type DeclarationScope,
	type DonorAddress,
	declarationText,
	declarationWordings,
	MOST_LETTERS,
} from '#shared/rules/gift-aid.ts';
import { GIFT_AID_PAST_YEARS, GIFT_AID_RECORD_YEARS } from '#shared/rules/periods.ts';
import { Checkbox } from './checkbox.tsx';
import { optionsOf } from './options.ts';
import { RadioGroup } from './radio-group.tsx';
import { TextField } from './text-field.tsx';

export interface GiftAidFieldsProps {
	charity: string;
	/** By name of the field. */
	errors: Record<string, string | undefined>;
	/** Set where an organiser enters what a donor signed on paper or said. */
	isOnPaper?: boolean;
	/** Before the name of each field. */
	prefix: string;
}

const fields = {
	title: { maxLength: MOST_LETTERS.title, autoComplete: 'honorific-prefix' },
	firstName: { maxLength: MOST_LETTERS.firstName, autoComplete: 'given-name' },
	lastName: { maxLength: MOST_LETTERS.lastName, autoComplete: 'family-name' },
	house: { maxLength: MOST_LETTERS.house, autoComplete: 'address-line1' },
	postcode: { maxLength: 8, autoComplete: 'postal-code' },
} as const;

/** A Gift Aid declaration: what it covers, what the taxpayer states, and their name and home address. */
export function GiftAidFields(props: GiftAidFieldsProps) {
	const { charity, prefix, isOnPaper = false } = props;
	const { t } = useLingui();
	const [scope, setScope] = useState<DeclarationScope>('gift');
	return (
		<div className="flex flex-col gap-4 rounded-lg border border-hairline p-4">
			<input type="hidden" name={`${prefix}wording`} value={declarationWordings[0]} />
			<RadioGroup
				label={t`Gift Aid for`}
				name={`${prefix}scope`}
				value={scope}
				onChange={(changed) => setScope(changed.target.value === 'all' ? 'all' : 'gift')}
				options={optionsOf({
					gift: t`This donation`,
					all: t`This one, those of the past ${GIFT_AID_PAST_YEARS} years, and future ones`,
				})}
			/>
			<div className="flex flex-col gap-1 text-sm">
				{isOnPaper ? <p className="font-medium">{t`What the donor has signed or said must mean:`}</p> : null}
				<p lang="en-GB">{declarationText(scope, charity)}</p>
			</div>
			<DonorAddressFields {...props} />
			<p className="text-compact text-muted">
				{isOnPaper
					? t`Keep the signed paper or the recording, or a copy of what you sent, for ${GIFT_AID_RECORD_YEARS} years after the last claim with it.`
					: t`${charity} keeps this declaration for ${GIFT_AID_RECORD_YEARS} years after its last claim. Tell them when you want to cancel it, or when your name, address or tax changes.`}
			</p>
		</div>
	);
}

/** The name and home address of a donor. */
export function DonorAddressFields(
	props: Omit<GiftAidFieldsProps, 'charity'> & { values?: DonorAddress | undefined },
) {
	const { errors, prefix, values, isOnPaper = false } = props;
	const { t } = useLingui();
	const [isAbroad, setAbroad] = useState(values?.postcode === 'X');
	const field = (name: keyof typeof fields) => ({
		...fields[name],
		...(isOnPaper && { autoComplete: 'off' }),
		name: prefix + name,
		error: errors[prefix + name],
		defaultValue: values?.[name],
		dir: 'auto' as const,
	});
	return (
		<>
			<div className="grid gap-4 sm:grid-cols-[7rem_1fr]">
				<TextField {...field('title')} label={t`Title`} isOptional />
				<TextField {...field('firstName')} label={t`First name`} required />
			</div>
			<TextField
				{...field('lastName')}
				label={t`Last name`}
				hint={t`Letters that HMRC can’t read, such as ł or щ, are written in Latin ones on the claim.`}
				required
			/>
			<TextField
				{...field('house')}
				label={isAbroad ? t`Home address` : t`House name or number`}
				hint={isOnPaper ? undefined : t`Where you live, not your place of work.`}
				required
			/>
			{isAbroad ? (
				<input type="hidden" name={`${prefix}postcode`} value="X" />
			) : (
				<TextField
					{...field('postcode')}
					{...(values?.postcode === 'X' && { defaultValue: '' })}
					label={t`Postcode`}
					hint={t`Such as SW1A 1AA.`}
					required
				/>
			)}
			<Checkbox
				label={
					isOnPaper ? t`The donor lives outside the United Kingdom` : t`I live outside the United Kingdom`
				}
				checked={isAbroad}
				onChange={(changed) => setAbroad(changed.target.checked)}
			/>
		</>
	);
}
