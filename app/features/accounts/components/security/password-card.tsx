import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useReloadSecurity } from '#app/features/accounts/security.ts';
import { useChecks } from '#app/features/accounts/use-checks.ts';
import { api } from '#app/lib/api-client.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { renewToken } from '#app/lib/session.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Card } from '#app/ui/card.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type AccountSecurity, changePassword } from '#shared/contracts/auth.ts';
import { PASSWORD_LENGTH } from '#shared/rules/passwords.ts';
import { CardForm } from './card-form.tsx';

export function PasswordCard({ security, confirmed }: { security: AccountSecurity; confirmed: Confirmed }) {
	const { t } = useLingui();
	const checks = useChecks();
	const reload = useReloadSecurity();
	const [key, setKey] = useState(0);
	const { hasPassword } = security;
	const form = useFormCall({
		labels: { currentPassword: t`Current password`, newPassword: t`New password` },
		checks: { ...(hasPassword && { currentPassword: checks.password }), newPassword: checks.newPassword },
		async send({ currentPassword = '', newPassword = '' }) {
			const session = await confirmed(() =>
				api.call(changePassword, { body: { currentPassword, newPassword } }),
			);
			if (!session) return;
			renewToken(session.token);
			setKey(key + 1);
			toast({
				variant: 'success',
				title: t`Your new password is set`,
				description: t`You’re logged out on all other devices.`,
			});
			await reload();
		},
	});
	return (
		<Card
			title={t`Password`}
			description={
				hasPassword
					? t`Changing it logs you out on all other devices.`
					: t`You log in through your provider. Set a password to log in here too.`
			}
			className="scroll-mt-24"
			id="password"
		>
			<CardForm key={key} form={form} label={<Trans>Update password</Trans>}>
				{hasPassword ? (
					<PasswordField
						label={t`Current password`}
						name="currentPassword"
						autoComplete="current-password"
						maxLength={128}
						error={form.errorOf('currentPassword')}
						className="max-w-md"
						required
					/>
				) : null}
				<PasswordField
					label={t`New password`}
					name="newPassword"
					autoComplete="new-password"
					hint={t`At least ${PASSWORD_LENGTH.least} characters. Try three or four unrelated words.`}
					maxLength={128}
					error={form.errorOf('newPassword')}
					className="max-w-md"
					required
				/>
			</CardForm>
		</Card>
	);
}
