import { useLingui } from '@lingui/react/macro';
import { Card } from '#app/ui/card.tsx';
import { FormScope } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { listCurrencies } from '#shared/lib/currency-list.ts';
import { fieldProps } from '../field-props.ts';
import { RefundPolicyField } from '../policy/refund-policy-field.tsx';
import type { OfferSectionsProps } from './offer-sections.tsx';
import { BASICS_FORM } from './use-draft.ts';

/** Of prices, until somebody chooses another. */
export const DEFAULT_CURRENCY = 'EUR';

/** What guests agree to, and what they pay with. */
export function PolicyFields({ draft, onChange, problem }: Omit<OfferSectionsProps, 'isBusy'>) {
	const { t, i18n } = useLingui();
	const field = fieldProps({ values: draft, set: onChange, problem });
	const hasPrices = draft.offer?.tickets.some(({ kind }) => kind !== 'free') ?? false;
	return (
		<Card aria-label={t`Policies`} title={<span className="text-lg">{t`Policies`}</span>}>
			<div className="flex flex-col gap-5">
				{/* Its errors are in the summary of the form above. */}
				<FormScope value={BASICS_FORM}>
					<RefundPolicyField
						text={draft.refundPolicy}
						rules={draft.refundRules}
						currency={draft.currency || DEFAULT_CURRENCY}
						onText={(refundPolicy) => onChange({ refundPolicy })}
						onRules={(refundRules, refundPolicy) => onChange({ refundRules, refundPolicy })}
						error={problem('refundPolicy') ?? problem('refundRules')}
					/>
				</FormScope>
				<Select
					label={t`Currency`}
					{...field('currency')}
					options={[...(draft.currency ? [] : [{ value: '', label: '–' }]), ...listCurrencies(i18n.locale)]}
					disabled={hasPrices}
					hint={hasPrices ? t`Prices are in it. Make the tickets free to choose another.` : undefined}
					className="max-w-80"
				/>
			</div>
		</Card>
	);
}
