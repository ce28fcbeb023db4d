import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { CodeForm } from '#app/features/accounts/components/code-form.tsx';
import { endAtProvider, endLinkAtProvider, takeUnderWay } from '#app/features/accounts/provider.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { signIn } from '#app/lib/session.ts';
import { targetAfterSignIn } from '#app/shell/after-sign-in.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast } from '#app/ui/toast-store.ts';

type State =
	| { step: 'checking' }
	| { step: 'failed'; why: string; isLink?: boolean }
	| { step: 'code'; challenge: string; rememberMe: boolean; next: string | null };

/** Where the provider sends people back to. */
export default function AuthCallbackPage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const navigate = useNavigate();
	const { search } = useLocation();
	const [state, setState] = useState<State>({ step: 'checking' });
	const isSent = useRef(false);

	async function enter(token: string, from: { rememberMe: boolean; next: string | null }) {
		const user = await signIn(token, from);
		await navigate(await targetAfterSignIn(user, from.next), { replace: true });
	}
	async function end() {
		const begun = takeUnderWay();
		// The code has no business in the history.
		window.history.replaceState(window.history.state, '', '/auth/callback');
		if (!begun) {
			setState({ step: 'failed', why: t`This login started in another window. Go back and try again.` });
			return;
		}
		try {
			if (begun.isLink) {
				await endLinkAtProvider(search, begun.browserKey);
				toast({
					variant: 'success',
					title: t`Connected`,
					description: t`You can log in with it now.`,
				});
				await navigate('/settings/security', { replace: true });
				return;
			}
			const answer = await endAtProvider(search, begun.browserKey);
			if ('token' in answer) await enter(answer.token, begun);
			else setState({ step: 'code', challenge: answer.challenge, ...begun });
		} catch (error) {
			setState({ step: 'failed', why: errorText(error), isLink: begun.isLink });
		}
	}
	const latest = useRef(end);
	latest.current = end;
	useEffect(() => {
		if (isSent.current) return;
		isSent.current = true;
		void latest.current();
	}, []);

	if (state.step === 'code') {
		return (
			<AccountPage title={t`Log in`}>
				<CodeForm
					challenge={state.challenge}
					onToken={(token) => enter(token, state)}
					onRestart={() => void navigate('/login')}
				/>
			</AccountPage>
		);
	}
	if (state.step === 'failed') {
		return (
			<AccountPage title={state.isLink ? t`Not connected` : t`You’re not logged in`}>
				<Callout tone="danger" isUrgent>
					{state.why}
				</Callout>
				{state.isLink ? (
					<ButtonLink to="/settings/security" size="lg">
						<Trans>Back to settings</Trans>
					</ButtonLink>
				) : (
					<ButtonLink to="/login" size="lg">
						<Trans>Back to log in</Trans>
					</ButtonLink>
				)}
			</AccountPage>
		);
	}
	return (
		<AccountPage title={t`One moment`}>
			<Spinner size={32} />
		</AccountPage>
	);
}
