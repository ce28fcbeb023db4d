import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { useRate } from '#app/lib/rate.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { type ChangeRules, changePolicyText } from '#shared/rules/change-rules.ts';
import { type ResaleRules, resalePolicyText } from '#shared/rules/resale.ts';
import { useCategoryLabels } from '../category-label.ts';
import { fieldLabels } from './field-labels.ts';

/** Values that are names in the code. */
export const valueLabels: Record<string, MessageDescriptor> = {
	in_person: msg`In person`,
	online: msg`Online`,
	hybrid: msg`Hybrid`,
	public: msg`Public`,
	unlisted: msg`Unlisted`,
	password: msg`Password-protected`,
	invite_only: msg`Invite only`,
	organiser: msg`You pay it`,
	buyer: msg`Buyers pay it, as part of the price`,
	auto: msg`Offer tickets automatically`,
	manual: msg`Offer tickets manually`,
	off: msg`No waitlist`,
	draft: msg`Draft`,
	published: msg`Published`,
	cancelled: msg`Cancelled`,
	postponed: msg`Postponed`,
	archived: msg`Archived`,
	free: msg`Free`,
	paid: msg`Paid`,
	donation: msg`Donation`,
	add_on: msg`Add-on`,
	small_business: msg`Small business`,
	exempt: msg`Exempt by law`,
	reverse_charge: msg`Reverse charge`,
	out_of_scope: msg`Outside the scope of the tax`,
	attendee: msg`Every guest`,
	order: msg`The buyer, once`,
	text: msg`Short text`,
	long_text: msg`Long text`,
	number: msg`Number`,
	single_choice: msg`Single choice`,
	multiple_choice: msg`Multiple choice`,
	date: msg`Date`,
	phone: msg`Phone number`,
	country: msg`Country`,
	consent: msg`Consent`,
	file: msg`File`,
};
export const namedFields = new Set([
	'format',
	'visibility',
	'feeBearer',
	'waitlistMode',
	'status',
	'kind',
	'scope',
	'taxReason',
]);
const instants = new Set([
	'startsAt',
	'endsAt',
	'salesStartAt',
	'salesEndAt',
	'archivedAt',
	'opensAt',
	'closesAt',
]);
/** Hold ids, which say nothing to a person. */
const referring = new Set(['ticketTypeIds', 'sharedPoolId', 'shownWhenQuestionId', 'shownWhenEquals']);
/** Without a number there is no limit. */
const unlimited = new Set(['capacity', 'size']);
const amounts = new Set(['priceMinor', 'suggestedMinor', 'fairValueMinor']);

/** Says fields and their values as JSON in words, in the language of the page and the zone of the event. */
export function useChangeTexts(event: Pick<PublicEvent, 'timeZone' | 'currency'>) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const rate = useRate();
	const categories = useCategoryLabels();
	function valueText(field: string, value: unknown): string {
		if (value === null && unlimited.has(field)) return t`Unlimited`;
		if (value === null && field === 'ticketTypeIds') return t`All ticket types`;
		if (value === null || value === undefined || value === '') return t`None`;
		if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
		if (field === 'coverFile') return t`Uploaded image`;
		if (field === 'coverSeed') return t`Another pattern`;
		if (typeof value === 'number') {
			if (amounts.has(field)) return formats.money(value, event.currency);
			return field === 'taxBasisPoints' ? rate(value) : formats.number(value);
		}
		if (field === 'changeRules') return changePolicyText(value as ChangeRules, event.currency);
		if (field === 'resaleRules') return resalePolicyText(value as ResaleRules, event.currency);
		if (Array.isArray(value)) return value.length === 0 ? t`None` : listText(value);
		if (typeof value === 'object') return t`Changed`;
		const text = String(value);
		if (instants.has(field)) return formats.dateTime(text, event.timeZone);
		if (field === 'countryCode') return formats.country(text);
		if (field === 'category') return categories[text as keyof typeof categories] ?? text;
		const named = namedFields.has(field) ? valueLabels[text] : undefined;
		return named ? i18n._(named) : text;
	}
	const listText = (values: unknown[]) =>
		formats.list(
			values.map((one) => {
				if (typeof one !== 'object' || one === null) return String(one);
				const { label, priceMinor } = one as { label?: string; priceMinor?: number };
				if (label !== undefined) return label;
				return priceMinor === undefined ? t`Changed` : formats.money(priceMinor, event.currency);
			}),
		);
	return {
		fieldText: (field: string) => (fieldLabels[field] ? i18n._(fieldLabels[field]) : field),
		/** @param names of what the value names by its id */
		valueText: (field: string, value: unknown, names: Readonly<Record<string, string>> = {}) => {
			if (!referring.has(field) || value === null) return valueText(field, value);
			if (field === 'shownWhenEquals' && value === 'yes') return t`Yes`;
			const found = [value].flat().map((id) => names[String(id)] ?? t`Deleted`);
			return found.length === 0 ? t`None` : formats.list(found);
		},
	};
}
