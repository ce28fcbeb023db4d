import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { confirmEmail, resendConfirmation } from '#app/features/accounts/api.ts';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { IncompleteLink } from '#app/features/accounts/components/incomplete-link.tsx';
import { useLinkToken } from '#app/features/accounts/link-token.ts';
import { api } from '#app/lib/api-client.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { USER_QUERY_KEY } from '#app/lib/query-client.ts';
import { currentSession, forgetSession, signIn, useSession } from '#app/lib/session.ts';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { publishEvent } from '#shared/contracts/event-states.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { VERIFY_LINK_HOURS } from '#shared/rules/periods.ts';

type Outcome =
	| { state: 'checking' }
	| { state: 'verified' | 'waiting' | 'changed' }
	| { state: 'refused'; why: string };

/** With the link's secret it verifies at once; without one it says what to do, and sends the email again. */
export default function VerifyEmailPage() {
	const token = useLinkToken();
	if (token === '') {
		return (
			<IncompleteLink lead={<Trans>Open it again from your email, or request a new one.</Trans>}>
				<SendAgain />
			</IncompleteLink>
		);
	}
	return token ? <Verification key={token} token={token} /> : <Waiting />;
}

function Verification({ token }: { token: string }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const navigate = useNavigate();
	const queries = useQueryClient();
	const session = useSession();
	const [outcome, setOutcome] = useState<Outcome>({ state: 'checking' });
	const isSent = useRef(false);

	useEffect(() => {
		if (isSent.current) return;
		isSent.current = true;
		/** Publishes the draft that waited, as its author requested before; false when it is somebody else's who is logged in here. */
		async function publish(event: string): Promise<boolean> {
			try {
				await api.call(publishEvent, { params: { event } });
				await navigate(`/events/${event}/share`, { replace: true, state: { isNew: true } });
			} catch (error) {
				if (error instanceof AppError && error.status === 404) return false;
				toast({ variant: 'info', title: t`Saved as a draft`, description: errorText(error) });
				await navigate(`/events/${event}/edit`, { replace: true });
			}
			return true;
		}
		async function verify(): Promise<void> {
			const answer = await confirmEmail(token);
			if (answer.outcome === 'changed') await forgetSession();
			else if (answer.session && currentSession().status === 'guest')
				await signIn(answer.session.token, { rememberMe: false });
			else void queries.invalidateQueries({ queryKey: USER_QUERY_KEY });
			if (answer.draftToPublish && (await publish(answer.draftToPublish))) return;
			setOutcome({ state: answer.outcome });
		}
		verify().catch((error: unknown) => setOutcome({ state: 'refused', why: errorText(error) }));
	}, [token, queries, errorText, navigate, t]);

	if (outcome.state === 'checking') {
		return (
			<AccountPage title={t`Verifying…`}>
				<Spinner size={32} />
			</AccountPage>
		);
	}
	if (outcome.state === 'refused') {
		return (
			<AccountPage title={t`Your email isn’t verified yet`}>
				<Callout tone="danger" isUrgent>
					{outcome.why}
				</Callout>
				<SendAgain />
			</AccountPage>
		);
	}
	if (outcome.state === 'waiting') {
		return (
			<AccountPage
				title={t`One down, one to go`}
				lead={<Trans>Now open the link we sent to your other address.</Trans>}
			>
				{null}
			</AccountPage>
		);
	}
	if (outcome.state === 'changed') {
		return (
			<AccountPage
				title={t`Your email has changed`}
				lead={<Trans>You’re logged out on all devices. Log in with the new email.</Trans>}
			>
				<ButtonLink to="/login" size="lg">
					<Trans>Log in</Trans>
				</ButtonLink>
			</AccountPage>
		);
	}
	return (
		<AccountPage title={t`Your email is verified`} lead={<Trans>You can publish events now.</Trans>}>
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
	const { hasEmail } = useSite();
	if (session.user?.isEmailVerified) {
		return (
			<AccountPage title={t`Your email is verified`}>
				<ButtonLink to="/dashboard" size="lg">
					<Trans>Go to the dashboard</Trans>
				</ButtonLink>
			</AccountPage>
		);
	}
	const email = session.user?.email;
	return (
		<AccountPage
			title={t`Verify your email`}
			lead={
				!hasEmail ? (
					<Trans>
						Email isn’t set up on this site, so there is nothing to verify now. You can publish events without
						it.
					</Trans>
				) : email ? (
					<Trans>
						Open the link in our email to <b>{email}</b>. It works for {VERIFY_LINK_HOURS} hours; you can send
						a new one.
					</Trans>
				) : (
					<Trans>Open the link we emailed you when you signed up.</Trans>
				)
			}
		>
			<SendAgain />
		</AccountPage>
	);
}

/** Who is logged in can have the email again; a guest logs in first, since anybody could ask for anybody. */
function SendAgain() {
	const errorText = useErrorText();
	const session = useSession();
	const { hasEmail } = useSite();
	const [isSending, setIsSending] = useState(false);
	const [answer, setAnswer] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null);
	if (!hasEmail) return null;
	if (session.status !== 'user') {
		return (
			<ButtonLink to="/login?next=%2Fverify-email" size="lg" variant="outline">
				<Trans>Log in to resend it</Trans>
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
				<Trans>Resend email</Trans>
			</Button>
		</>
	);
}
