import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { EventChanges } from '#app/features/events/api.ts';
import { changesToText, readChanges } from '#app/features/events/change-rules-text.ts';
import { useRefusals } from '#app/features/events/changes-api.ts';
import { rulesToText, textToRules, textToTyped } from '#app/features/events/refund-rules-text.ts';
import { readResale, resaleToText } from '#app/features/events/resale-rules-text.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { Select } from '#app/ui/select.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { EVENT_PASSWORD_LENGTH } from '#shared/contracts/events.ts';
import { listCurrencies } from '#shared/lib/currency-list.ts';
import { fieldProps } from '../field-props.ts';
import { ChangeRulesField } from '../policy/change-rules-field.tsx';
import { RefundPolicyField } from '../policy/refund-policy-field.tsx';
import { ResaleRulesField } from '../policy/resale-rules-field.tsx';
import { useEventSection } from './use-event-section.tsx';

function useSettings(event: PublicEvent) {
	const { t } = useLingui();
	return useEventSection(
		event,
		{
			visibility: event.visibility,
			password: '',
			slug: event.slug,
			externalUrl: event.externalUrl,
			refundPolicy: event.refundPolicy,
			refundRules: rulesToText(event.refundRules),
			changeRules: changesToText(event.changeRules),
			allowsTransfers: event.allowsTransfers,
			resaleRules: resaleToText(event.resaleRules),
			currency: event.currency,
			pricesIncludeTax: event.organisation?.pricesIncludeTax ?? true,
			feeBearer: event.organisation?.feeBearer ?? 'organiser',
		},
		({ password, refundPolicy, refundRules, changeRules, resaleRules, ...touched }, all): EventChanges => ({
			...touched,
			...(password ? { password } : {}),
			...(refundRules === undefined ? {} : { refundRules: textToRules(refundRules) }),
			...(changeRules === undefined ? {} : { changeRules: readChanges(changeRules).rules ?? null }),
			...(resaleRules === undefined ? {} : { resaleRules: readResale(resaleRules).rules ?? null }),
			// The text of rules is written by the server.
			...(refundPolicy === undefined || all.refundRules !== '' ? {} : { refundPolicy }),
		}),
		({ refundRules, changeRules, resaleRules }) =>
			textToTyped(refundRules)
				? { field: 'refundRules', message: t`Complete the refund policy.` }
				: readChanges(changeRules).typed
					? { field: 'changeRules', message: t`Complete the rules for changing tickets.` }
					: readResale(resaleRules).typed
						? { field: 'resaleRules', message: t`Complete the rules for selling tickets.` }
						: undefined,
	);
}

interface SettingsPart {
	event: PublicEvent;
	section: ReturnType<typeof useSettings>;
}

/** Who sees the event, under which address, and its terms. */
export function SettingsSection({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const section = useSettings(event);
	const refusal = useRefusals(event);
	const visibilities = useVisibilities();
	const { values, set, problem } = section;
	const field = fieldProps(section);
	return (
		<SectionCard
			size="lg"
			id="settings"
			title={t`Settings`}
			chosen={visibilities.find((one) => one.value === values.visibility)?.label}
			section={section}
		>
			<VisibilityFields event={event} section={section} />
			<TextField
				label={t`Event URL`}
				{...field('slug')}
				prefix="/events/"
				maxLength={80}
				autoCapitalize="none"
				spellCheck={false}
				hint={t`Old links keep working. The short code is ${event.code}.`}
			/>
			<TextField
				label={t`External registration`}
				{...field('externalUrl')}
				type="url"
				inputMode="url"
				disabled={refusal('event.external-link') !== undefined}
				hint={refusal('event.external-link') ?? <Trans>Visitors register at this link instead.</Trans>}
				isOptional
			/>
			<RefundPolicyField
				text={values.refundPolicy}
				rules={values.refundRules}
				currency={values.currency}
				onText={(refundPolicy) => set({ refundPolicy })}
				onRules={(refundRules, written) => {
					const isBack = refundRules === '' && !event.refundRules;
					set({ refundRules, refundPolicy: refundRules !== '' || isBack ? event.refundPolicy : written });
				}}
				error={problem('refundPolicy') ?? problem('refundRules')}
				refusal={refusal('event.refund-policy')}
			/>
			<ChangeRulesField
				text={values.changeRules}
				currency={values.currency}
				onChange={(changeRules) => set({ changeRules })}
				error={problem('changeRules')}
			/>
			<Switch
				label={t`Guests can transfer their tickets`}
				hint={t`By email to another person, who gets a new code. The old one stops working.`}
				name="allowsTransfers"
				checked={values.allowsTransfers}
				onChange={(change) => set({ allowsTransfers: change.target.checked })}
				error={problem('allowsTransfers')}
			/>
			<ResaleRulesField
				event={event}
				text={values.resaleRules}
				currency={values.currency}
				onChange={(resaleRules) => set({ resaleRules })}
				error={problem('resaleRules')}
			/>
			<PriceTerms event={event} section={section} />
		</SectionCard>
	);
}

function useVisibilities() {
	const { t } = useLingui();
	return [
		{ value: 'public', label: t`Public`, description: t`Listed on this site and in search engines` },
		{ value: 'unlisted', label: t`Unlisted`, description: t`Anyone with the link can see it` },
		{
			value: 'password',
			label: t`Password-protected`,
			description: t`Visitors must enter the password`,
		},
		{
			value: 'invite_only',
			label: t`Invite only`,
			description: t`The page is hidden; you add the guests`,
		},
	];
}

/** Who sees the event, and the password where it takes one. */
function VisibilityFields({ event, section }: SettingsPart) {
	const { values } = section;
	const field = fieldProps(section);
	const { t } = useLingui();
	const visibilities = useVisibilities();
	const hasPassword = event.organisation?.hasPassword ?? false;
	return (
		<>
			<RadioGroup label={t`Visibility`} {...field('visibility')} look="cards" options={visibilities} />
			{values.visibility === 'password' ? (
				<TextField
					label={hasPassword ? t`New password` : t`Password`}
					{...field('password')}
					maxLength={200}
					autoComplete="off"
					isOptional={hasPassword}
					hint={
						event.organisation?.hasShortPassword
							? t`Your password is too short to be safe. Set one with at least ${EVENT_PASSWORD_LENGTH} characters.`
							: hasPassword
								? t`At least ${EVENT_PASSWORD_LENGTH} characters. Changing it locks out anyone using the old one.`
								: t`At least ${EVENT_PASSWORD_LENGTH} characters`
					}
				/>
			) : null}
		</>
	);
}

/** What prices are in, and who bears tax and fee. */
function PriceTerms({ event, section }: SettingsPart) {
	const { values, set, problem } = section;
	const field = fieldProps(section);
	const { t, i18n } = useLingui();
	const currencies = useMemo(() => listCurrencies(i18n.locale), [i18n.locale]);
	const refusal = useRefusals(event);
	return (
		<>
			<Select
				label={t`Currency`}
				{...field('currency')}
				options={currencies}
				disabled={refusal('event.currency') !== undefined}
				hint={refusal('event.currency')}
				className="max-w-80"
			/>
			<Select
				label={t`Tax`}
				name="pricesIncludeTax"
				value={values.pricesIncludeTax ? 'included' : 'added'}
				onChange={(change) => set({ pricesIncludeTax: change.target.value === 'included' })}
				options={[
					{ value: 'included', label: t`Prices include tax` },
					{ value: 'added', label: t`Tax is added to prices` },
				]}
				disabled={refusal('event.price-terms') !== undefined}
				hint={refusal('event.price-terms') ?? t`Guests always see the price with its tax.`}
				error={problem('pricesIncludeTax')}
				className="max-w-80"
			/>
			<Select
				label={t`Platform fee`}
				{...field('feeBearer')}
				options={[
					{ value: 'organiser', label: t`You pay it` },
					{ value: 'buyer', label: t`Buyers pay it, as part of the price` },
				]}
				disabled={refusal('event.price-terms') !== undefined}
				hint={refusal('event.price-terms') ?? t`Only where this site charges a fee for each paid ticket.`}
				className="max-w-80"
			/>
		</>
	);
}
