import { useLingui } from '@lingui/react/macro';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { giftNames } from '../gift-values.ts';

/** How often: once, or the same again each month until the donor stops. */
export function MonthlyChoice({ defaultValue }: { defaultValue: string | undefined }) {
	const { t } = useLingui();
	return (
		<RadioGroup
			label={t`How often`}
			name={giftNames.every}
			look="switch"
			hint={t`Monthly is by card, until you stop.`}
			defaultValue={defaultValue === 'month' ? 'month' : 'once'}
			options={[
				{ value: 'once', label: t`Once` },
				{ value: 'month', label: t`Monthly` },
			]}
		/>
	);
}
