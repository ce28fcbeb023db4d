import { useLingui } from '@lingui/react/macro';
import { Suspense, useMemo } from 'react';
import { useCountryOptions } from '#app/lib/country-options.ts';
import { latePart, optionalPart } from '#app/lib/optional-part.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { OrganisationSettings } from '#shared/contracts/settings.ts';
import { listCurrencies } from '#shared/lib/currency-list.ts';
import type { OrganisationChanges, Saved } from '../api.ts';
import { useSettingsSection } from '../use-settings-section.ts';

/** The list of zones is heavy; the rest of the page does not wait for it. */
const TimeZoneField = latePart(() =>
	import('#app/ui/time-zone-field.tsx').then((module) => module.TimeZoneField),
);

const RefundPolicyHint = optionalPart(() =>
	import('#app/lib/refund-policy-hint.tsx').then((module) => module.RefundPolicyHint),
);

export interface OrganisationPart {
	saved: Saved<OrganisationSettings, OrganisationChanges>;
	isEditable: boolean;
}

/** Who the organisation is: on invoices and at the foot of its mails. */
export function IdentitySection({ saved, isEditable }: OrganisationPart) {
	const { t } = useLingui();
	const section = useSettingsSection(saved, ['name', 'address', 'countryCode', 'taxNumber', 'replyTo']);
	const countries = useCountryOptions();
	return (
		<SectionCard
			id="organisation"
			title={t`Organisation`}
			description={t`Your events are published under this name.`}
			section={section}
			isEditable={isEditable}
		>
			<TextField
				label={t`Name`}
				{...section.field('name')}
				autoComplete="organization"
				maxLength={120}
				dir="auto"
				required
			/>
			<TextArea
				label={t`Address`}
				{...section.field('address')}
				autoComplete="street-address"
				maxLength={500}
				rows={3}
				dir="auto"
				isOptional
			/>
			<div className="grid gap-5 sm:grid-cols-2">
				<Select
					label={t`Country`}
					{...section.field('countryCode')}
					placeholder={t`Not set`}
					options={countries}
					isOptional
				/>
				<TextField label={t`Tax ID / VAT number`} {...section.field('taxNumber')} maxLength={60} isOptional />
			</div>
			<TextField
				label={t`Reply-to email`}
				{...section.field('replyTo')}
				type="email"
				inputMode="email"
				maxLength={254}
				hint={t`Guest replies go here. Your event pages show it as contact.`}
				isOptional
			/>
		</SectionCard>
	);
}

/** Seller details for receipts and invoices beyond name, address and tax number. */
export function SellerSection({ saved, isEditable }: OrganisationPart) {
	const { t } = useLingui();
	const section = useSettingsSection(saved, ['legalName', 'taxNote']);
	return (
		<SectionCard
			id="receipts"
			title={t`Receipts and invoices`}
			description={t`They also show the address, country and tax ID above. Issued documents keep what they say.`}
			section={section}
			isEditable={isEditable}
		>
			<TextField
				label={t`Legal name`}
				{...section.field('legalName')}
				maxLength={200}
				hint={t`Without it, the organisation’s name is used.`}
				dir="auto"
				isOptional
			/>
			<TextArea
				label={t`Tax note`}
				{...section.field('taxNote')}
				hint={t`Printed below the total, such as the reason why you charge no tax.`}
				maxLength={500}
				rows={2}
				dir="auto"
				isOptional
			/>
		</SectionCard>
	);
}

/** Defaults of new events. */
export function DefaultsSection({ saved, isEditable }: OrganisationPart) {
	const { t, i18n } = useLingui();
	const currencies = useMemo(() => listCurrencies(i18n.locale), [i18n.locale]);
	const section = useSettingsSection(saved, ['defaultTimeZone', 'defaultCurrency', 'defaultRefundPolicy']);
	const { values, set, problem } = section;
	return (
		<SectionCard
			id="defaults"
			title={t`Event defaults`}
			description={t`Used for new events; change per event.`}
			section={section}
			isEditable={isEditable}
		>
			<div className="grid gap-5 sm:grid-cols-2">
				<Suspense fallback={<Skeleton className="h-16" />}>
					<TimeZoneField
						label={t`Time zone`}
						name="defaultTimeZone"
						value={values.defaultTimeZone}
						onChange={(defaultTimeZone) => set({ defaultTimeZone })}
						error={problem('defaultTimeZone')}
						isOptional
					/>
				</Suspense>
				<Select
					label={t`Currency`}
					{...section.field('defaultCurrency')}
					placeholder="–"
					options={currencies}
					isOptional
				/>
			</div>
			<TextArea
				label={t`Refund policy`}
				{...section.field('defaultRefundPolicy')}
				hint={<RefundPolicyHint text={values.defaultRefundPolicy} />}
				maxLength={5_000}
				dir="auto"
				isOptional
			/>
		</SectionCard>
	);
}
