import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type AccountSecurity, changeEmail, withdrawEmailChange } from '#shared/contracts/auth.ts';
import { useReloadSecurity } from '../../security.ts';
import { useChecks } from '../../use-checks.ts';
import { useFormCall } from '../../use-form-call.ts';
import type { Confirmed } from './confirm-sign-in.tsx';

/** The address, and its change: confirmed at both mailboxes. */
export function EmailCard({ security, confirmed }: { security: AccountSecurity; confirmed: Confirmed }) {
	const { t } = useLingui();
	const checks = useChecks();
	const reload = useReloadSecurity();
	const [key, setKey] = useState(0);
	const form = useFormCall({
		labels: { email: t`New email address` },
		checks: { email: checks.email },
		async send({ email = '' }) {
			const answer = await confirmed(() => api.call(changeEmail, { body: { email: email.trim() } }));
			if (!answer) return;
			toast({ variant: 'success', title: t`Check your mail`, description: answer.message });
			setKey(key + 1);
			await reload();
		},
	});
	return (
		<Card
			title={t`Email address`}
			description={t`You sign in with it, and mails about your account go there.`}
			className="scroll-mt-24"
			id="email"
		>
			<div className="flex flex-col gap-5">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<b className="min-w-0 font-medium break-words">{security.email}</b>
					{security.isEmailVerified ? (
						<Badge>
							<Trans>Confirmed</Trans>
						</Badge>
					) : (
						<Link to="/verify-email" className="link text-sm">
							<Trans>Confirm it</Trans>
						</Link>
					)}
				</p>
				{security.emailChange ? <PendingChange security={security} change={security.emailChange} /> : null}
				<Form key={key} method="post" errors={form.summary} onSubmit={form.submit}>
					<TextField
						label={t`New email address`}
						name="email"
						type="email"
						inputMode="email"
						autoComplete="email"
						maxLength={254}
						error={form.errorOf('email')}
						className="max-w-md"
						required
					/>
					<div>
						<Button type="submit" variant="outline" isLoading={form.isPending}>
							<Trans>Change the address</Trans>
						</Button>
					</div>
				</Form>
			</div>
		</Card>
	);
}

function PendingChange(props: {
	security: AccountSecurity;
	change: NonNullable<AccountSecurity['emailChange']>;
}) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const reload = useReloadSecurity();
	const [isPending, setIsPending] = useState(false);
	const { email } = props.security;
	const { newEmail, isNewConfirmed, isOldConfirmed } = props.change;
	async function withdraw() {
		setIsPending(true);
		try {
			await api.call(withdrawEmailChange);
			await reload();
		} catch (error) {
			toast({ variant: 'destructive', title: t`Not withdrawn`, description: errorText(error) });
		} finally {
			setIsPending(false);
		}
	}
	return (
		<Callout
			tone="info"
			title={t`On the way to ${newEmail}`}
			action={
				<Button size="sm" variant="outline" isLoading={isPending} onClick={() => void withdraw()}>
					<Trans>Withdraw</Trans>
				</Button>
			}
		>
			{isOldConfirmed ? (
				<Trans>Open the mail that we sent to {newEmail} and follow its link.</Trans>
			) : isNewConfirmed ? (
				<Trans>Open the mail that we sent to {email} and follow its link.</Trans>
			) : (
				<Trans>
					We sent a mail to {email} and to {newEmail}. The address changes when both links were followed.
				</Trans>
			)}
		</Callout>
	);
}
