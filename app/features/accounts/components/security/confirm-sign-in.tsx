import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { renewToken } from '#app/lib/session.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { type AccountSecurity, confirmSignIn } from '#shared/contracts/auth.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useSecurity } from '../../security.ts';
import { useFormCall } from '../../use-form-call.ts';
import { CodeField } from '../code-form.tsx';

/** Runs a call; where the server wants a fresh sign-in, asks for it and runs it again. Undefined: the person let it be. */
export type Confirmed = <T>(call: () => Promise<T>) => Promise<T | undefined>;

const wantsConfirmation = (error: unknown) =>
	error instanceof AppError && error.metadata.rule === 'confirm-sign-in';

/** The dialog that asks "is it you?", and the way to run calls that may need it. */
export function useConfirmed(): { confirmed: Confirmed; dialog: ReactNode } {
	const { t } = useLingui();
	const security = useSecurity();
	const [isOpen, setIsOpen] = useState(false);
	const settle = useRef<(isConfirmed: boolean) => void>(() => {});

	const confirmed: Confirmed = async (call) => {
		try {
			return await call();
		} catch (error) {
			if (!wantsConfirmation(error)) throw error;
		}
		const isConfirmed = await new Promise<boolean>((resolve) => {
			settle.current = resolve;
			setIsOpen(true);
		});
		setIsOpen(false);
		return isConfirmed ? call() : undefined;
	};
	const dialog = (
		<Dialog
			isOpen={isOpen}
			onClose={() => settle.current(false)}
			title={t`Confirm that it is you`}
			description={t`You signed in a while ago, and this changes your account.`}
			size="sm"
		>
			{security.data ? (
				<ConfirmForm security={security.data} onConfirmed={() => settle.current(true)} />
			) : null}
		</Dialog>
	);
	return { confirmed, dialog };
}

function ConfirmForm({ security, onConfirmed }: { security: AccountSecurity; onConfirmed: () => void }) {
	const { t } = useLingui();
	const form = useFormCall({
		labels: { password: t`Password`, code: t`Code` },
		checks: {},
		async send({ password = '', code = '' }) {
			const { token } = await api.call(confirmSignIn, { body: { password, code } });
			renewToken(token);
			onConfirmed();
		},
	});
	if (!security.hasPassword && !security.twoFactor.isOn) {
		return (
			<p>
				<Trans>
					Your account has no password. Log out and sign in again, then do this within 15 minutes.
				</Trans>
			</p>
		);
	}
	return (
		<Form method="post" errors={form.summary} onSubmit={form.submit}>
			{security.hasPassword ? (
				<PasswordField
					label={t`Password`}
					name="password"
					autoComplete="current-password"
					error={form.errorOf('password')}
					required
				/>
			) : null}
			{security.twoFactor.isOn ? <CodeField error={form.errorOf('code')} /> : null}
			<Button type="submit" isLoading={form.isPending}>
				<Trans>Confirm</Trans>
			</Button>
		</Form>
	);
}
