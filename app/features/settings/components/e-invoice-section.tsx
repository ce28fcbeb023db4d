import { useLingui } from '@lingui/react/macro';
import { SectionCard } from '#app/ui/section-card.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useSettingsSection } from '../use-settings-section.ts';
import type { OrganisationPart } from './organisation-sections.tsx';

/** What e-invoices say of the seller beside what is on paper; XRechnung needs all of it. */
export function EInvoiceSection({ saved, isEditable }: OrganisationPart) {
	const { t } = useLingui();
	const section = useSettingsSection(saved, [
		'postcode',
		'city',
		'invoiceContact',
		'invoicePhone',
		'invoiceEmail',
	]);
	const { values, set, problem } = section;
	return (
		<SectionCard
			id="e-invoices"
			title={t`E-invoices`}
			description={t`Invoices to companies are e-invoices (Factur-X, ZUGFeRD) automatically. XRechnung, for public authorities in Germany, also states these details.`}
			section={section}
			isEditable={isEditable}
		>
			<div className="grid gap-5 sm:grid-cols-2">
				<TextField
					label={t`Postcode`}
					name="postcode"
					autoComplete="postal-code"
					value={values.postcode}
					onChange={(change) => set({ postcode: change.target.value })}
					error={problem('postcode')}
					hint={t`Read from the address if it ends with postcode and city.`}
					maxLength={20}
					isOptional
				/>
				<TextField
					label={t`City`}
					name="city"
					autoComplete="address-level2"
					value={values.city}
					onChange={(change) => set({ city: change.target.value })}
					error={problem('city')}
					maxLength={100}
					dir="auto"
					isOptional
				/>
				<TextField
					label={t`Contact`}
					name="invoiceContact"
					value={values.invoiceContact}
					onChange={(change) => set({ invoiceContact: change.target.value })}
					error={problem('invoiceContact')}
					hint={t`A person or department that answers questions about invoices.`}
					maxLength={100}
					dir="auto"
					isOptional
				/>
				<TextField
					label={t`Phone`}
					name="invoicePhone"
					type="tel"
					inputMode="tel"
					value={values.invoicePhone}
					onChange={(change) => set({ invoicePhone: change.target.value })}
					error={problem('invoicePhone')}
					maxLength={40}
					isOptional
				/>
			</div>
			<TextField
				label={t`Email for invoices`}
				name="invoiceEmail"
				type="email"
				inputMode="email"
				value={values.invoiceEmail}
				onChange={(change) => set({ invoiceEmail: change.target.value })}
				error={problem('invoiceEmail')}
				hint={t`Without it, the reply-to email is used.`}
				maxLength={254}
				isOptional
			/>
		</SectionCard>
	);
}
