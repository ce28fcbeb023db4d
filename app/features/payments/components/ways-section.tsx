import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { SaveCancelled, useSection } from '#app/lib/use-section.ts';
import { SectionCard } from '#app/ui/section-card.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { PaymentSettings, PaymentSettingsAnswer } from '#shared/contracts/payments.ts';
import { usePaymentSettingsChanges } from '../api.ts';

const PendingDetails = lazy(() => import('./pending-details.tsx'));

/** How the organisation takes money. */
export function WaysSection(props: {
	organisation: string;
	settings: PaymentSettingsAnswer;
	isEditable: boolean;
	confirmed: Confirmed;
}) {
	const { organisation, settings, isEditable, confirmed } = props;
	const { t } = useLingui();
	const { version, pending, ...saved } = settings;
	const { save, reload } = usePaymentSettingsChanges(organisation);
	const section = useSection<PaymentSettings>({
		saved,
		version,
		reload,
		async write(_touched, all, written) {
			if (!(await confirmed(() => save(all, written)))) throw new SaveCancelled();
			return undefined;
		},
	});
	const { values, set, problem } = section;
	return (
		<SectionCard
			id="ways"
			title={t`Ways to pay`}
			description={t`What buyers can choose at checkout.`}
			section={section}
			isEditable={isEditable}
		>
			{pending ? (
				<Suspense fallback={null}>
					<PendingDetails {...{ organisation, pending, confirmed }} />
				</Suspense>
			) : null}
			<Switch
				label={t`Card`}
				checked={values.takesCards}
				onChange={(change) => set({ takesCards: change.target.checked })}
			/>
			<Switch
				label={t`Pay at the door`}
				checked={values.takesMoneyAtDoor}
				onChange={(change) => set({ takesMoneyAtDoor: change.target.checked })}
			/>
			<Switch
				label={t`Bank transfer`}
				checked={values.takesTransfers}
				onChange={(change) => set({ takesTransfers: change.target.checked })}
			/>
			{values.takesTransfers ? (
				<>
					<TextField
						label={t`Account holder`}
						{...section.field('transferHolder')}
						maxLength={70}
						dir="auto"
						required
					/>
					<div className="grid gap-5 sm:grid-cols-2">
						<TextField
							label={t`IBAN`}
							{...section.field('transferIban')}
							maxLength={42}
							autoComplete="off"
							required
						/>
						<TextField
							label={t`BIC`}
							{...section.field('transferBic')}
							maxLength={11}
							autoComplete="off"
							isOptional
						/>
					</div>
					<TextField
						label={t`Days to wait for a transfer`}
						name="transferDays"
						inputMode="numeric"
						value={String(values.transferDays)}
						onChange={(change) => set({ transferDays: Number(change.target.value.replaceAll(/\D/g, '')) })}
						error={problem('transferDays')}
						maxLength={2}
						className="max-w-40"
					/>
				</>
			) : null}
		</SectionCard>
	);
}
