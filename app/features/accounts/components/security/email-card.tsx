import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useReloadSecurity } from '#app/features/accounts/security.ts';
import { useChecks } from '#app/features/accounts/use-checks.ts';
import { api } from '#app/lib/api-client.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { USER_QUERY_KEY } from '#app/lib/query-client.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useSite } from '#app/shell/site.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type AccountSecurity, changeEmail, withdrawEmailChange } from '#shared/contracts/auth.ts';
import { CardForm } from './card-form.tsx';
import { useRun } from './use-run.ts';

/** The email, and its change: by the link sent to each address, or at once where no email can be sent. */
export function EmailCard({ security, confirmed }: { security: AccountSecurity; confirmed: Confirmed }) {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const queries = useQueryClient();
	const checks = useChecks();
	const reload = useReloadSecurity();
	const [key, setKey] = useState(0);
	const form = useFormCall({
		labels: { email: t`New email address` },
		checks: { email: checks.email },
		async send({ email = '' }) {
			const answer = await confirmed(() => api.call(changeEmail, { body: { email: email.trim() } }));
			if (!answer) return;
			toast({
				variant: 'success',
				title: hasEmail ? t`Check your email` : t`Email changed`,
				description: answer.message,
			});
			setKey(key + 1);
			await Promise.all([reload(), queries.invalidateQueries({ queryKey: USER_QUERY_KEY })]);
		},
	});
	return (
		<Card
			title={t`Email address`}
			description={t`Used to log in and for account emails.`}
			className="scroll-mt-24"
			id="email"
		>
			<div className="flex flex-col gap-5">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<b className="min-w-0 font-medium break-words">{security.email}</b>
					{security.isEmailVerified ? (
						<Badge>
							<Trans>Verified</Trans>
						</Badge>
					) : !hasEmail ? (
						<Badge variant="outline">
							<Trans>Not verified</Trans>
						</Badge>
					) : (
						<Link to="/verify-email" className="link text-sm">
							<Trans>Verify email</Trans>
						</Link>
					)}
				</p>
				{security.emailChange ? <PendingChange security={security} change={security.emailChange} /> : null}
				<CardForm key={key} form={form} label={<Trans>Change email</Trans>}>
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
				</CardForm>
			</div>
		</Card>
	);
}

function PendingChange(props: {
	security: AccountSecurity;
	change: NonNullable<AccountSecurity['emailChange']>;
}) {
	const { t } = useLingui();
	const reload = useReloadSecurity();
	const { run, isPending } = useRun();
	const { email } = props.security;
	const { newEmail, isNewConfirmed, isOldConfirmed } = props.change;
	const withdraw = () =>
		run(async () => {
			await api.call(withdrawEmailChange);
			await reload();
		}, t`Couldn’t cancel the change`);
	return (
		<Callout
			tone="info"
			title={t`Pending: ${newEmail}`}
			action={
				<Button size="sm" variant="outline" isLoading={isPending} onClick={() => void withdraw()}>
					<Trans>Cancel change</Trans>
				</Button>
			}
		>
			{isOldConfirmed ? (
				<Trans>To finish, open the link we emailed to {newEmail}.</Trans>
			) : isNewConfirmed ? (
				<Trans>To finish, open the link we emailed to {email}.</Trans>
			) : (
				<Trans>
					To finish, open the link we emailed to {email} and the one we emailed to {newEmail}.
				</Trans>
			)}
		</Callout>
	);
}
