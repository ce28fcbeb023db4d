import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { confirmEmail, resendConfirmation } from '#app/features/accounts/api.ts';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { useLinkToken } from '#app/features/accounts/link-token.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { forgetSession, useSession } from '#app/lib/session.ts';
import { USER_QUERY_KEY } from '#app/lib/user-query.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

type Outcome =
	| { state: 'checking' }
	| { state: 'confirmed'; how: 'verified' | 'waiting' | 'changed' }
	| { state: 'refused'; why: string };

/** With the link's secret it confirms at once; without one it tells what to do, and sends the mail again. */
export default function VerifyEmailPage() {
	const token = useLinkToken();
	return token ? <Confirmation key={token} token={token} /> : <Waiting />;
}

function Confirmation({ token }: { token: string }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const queries = useQueryClient();
	const session = useSession();
	const [outcome, setOutcome] = useState<Outcome>({ state: 'checking' });
	const isAsked = useRef(false);
	useEffect(() => {
		if (isAsked.current) return;
		isAsked.current = true;
		confirmEmail(token).then(
			({ outcome: how }) => {
				setOutcome({ state: 'confirmed', how });
				if (how === 'changed') void forgetSession();
				else void queries.invalidateQueries({ queryKey: USER_QUERY_KEY });
			},
			(error: unknown) => setOutcome({ state: 'refused', why: errorText(error) }),
		);
	}, [token, queries, errorText]);

	if (outcome.state === 'checking') {
		return (
			<AccountPage title={t`Confirming your address`}>
				<Spinner size={32} />
			</AccountPage>
		);
	}
	if (outcome.state === 'refused') {
		return (
			<AccountPage title={t`Your address is not confirmed yet`}>
				<Callout tone="danger" isUrgent>
					{outcome.why}
				</Callout>
				<SendAgain />
			</AccountPage>
		);
	}
	if (outcome.how === 'waiting') {
		return (
			<AccountPage
				title={t`Confirmed at this mailbox`}
				lead={<Trans>The address changes as soon as the other mailbox has confirmed as well.</Trans>}
			>
				{null}
			</AccountPage>
		);
	}
	if (outcome.how === 'changed') {
		return (
			<AccountPage
				title={t`Your email address has changed`}
				lead={<Trans>You were signed out everywhere. Log in with the new address.</Trans>}
			>
				<ButtonLink to="/login" size="lg">
					<Trans>Log in</Trans>
				</ButtonLink>
			</AccountPage>
		);
	}
	return (
		<AccountPage title={t`Your email address is confirmed`} lead={<Trans>You can publish events now.</Trans>}>
			{session.status === 'guest' ? (
				<ButtonLink to="/login" size="lg">
					<Trans>Log in</Trans>
				</ButtonLink>
			) : (
				<ButtonLink to="/dashboard" size="lg">
					<Trans>Go to the dashboard</Trans>
				</ButtonLink>
			)}
		</AccountPage>
	);
}

function Waiting() {
	const { t } = useLingui();
	const session = useSession();
	if (session.user?.isEmailVerified) {
		return (
			<AccountPage title={t`Your email address is confirmed`}>
				<ButtonLink to="/dashboard" size="lg">
					<Trans>Go to the dashboard</Trans>
				</ButtonLink>
			</AccountPage>
		);
	}
	const email = session.user?.email;
	return (
		<AccountPage
			title={t`Confirm your email address`}
			lead={
				email ? (
					<Trans>
						We sent a mail to <b>{email}</b>. Open it and follow the link; it works for 24 hours.
					</Trans>
				) : (
					<Trans>Open the mail that you got after signing up, and follow the link.</Trans>
				)
			}
		>
			<SendAgain />
		</AccountPage>
	);
}

/** Who is signed in can have the mail again; a guest signs in first, since anybody could ask for anybody. */
function SendAgain() {
	const errorText = useErrorText();
	const session = useSession();
	const [isSending, setIsSending] = useState(false);
	const [answer, setAnswer] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null);
	if (session.status !== 'user') {
		return (
			<ButtonLink to="/login?next=%2Fverify-email" size="lg" variant="outline">
				<Trans>Log in to send it again</Trans>
			</ButtonLink>
		);
	}
	async function send() {
		setIsSending(true);
		try {
			setAnswer({ tone: 'success', text: (await resendConfirmation()).message });
		} catch (error) {
			setAnswer({ tone: 'danger', text: errorText(error) });
		} finally {
			setIsSending(false);
		}
	}
	return (
		<>
			{answer ? (
				<Callout tone={answer.tone} isUrgent>
					{answer.text}
				</Callout>
			) : null}
			<Button size="lg" variant="outline" isLoading={isSending} onClick={() => void send()}>
				<Trans>Send the mail again</Trans>
			</Button>
		</>
	);
}
