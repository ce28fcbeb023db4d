import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { LogInForm } from '#app/features/accounts/components/log-in-form.tsx';
import { ProviderButton } from '#app/features/accounts/components/provider-button.tsx';
import { SignUpForm } from '#app/features/accounts/components/sign-up-form.tsx';
import { publishPath } from '#app/features/events/publish-path.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { signIn, useSession } from '#app/lib/session.ts';
import { targetAfterSignIn } from '#app/shell/after-sign-in.ts';
import { safeTarget } from '#app/shell/sign-in-path.ts';
import { useSite } from '#app/shell/site.ts';
import { useLogOut } from '#app/shell/use-log-out.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { TabLinks } from '#app/ui/tabs.tsx';
import { getSignInOptions } from '#shared/contracts/auth.ts';
import { makeCover } from '#shared/rules/cover.ts';
import type { Route } from './+types/sign-in';

/** The doorways beside the form: a cover as events have them, drawn here so that the browser need not load the generator. */
const picture = `data:image/svg+xml,${encodeURIComponent(makeCover({ seed: 'welcome-34' }, { width: 720, height: 900 }))}`;

export async function loader(args: Route.LoaderArgs) {
	return { picture, ...(await serverApi(args).call(getSignInOptions)) };
}

export function shouldRevalidate() {
	return false;
}

/** /login and /signup: one screen with two tabs. */
export default function SignInPage({ loaderData }: Route.ComponentProps) {
	const { t } = useLingui();
	const { pathname } = useLocation();
	const [search] = useSearchParams();
	const navigate = useNavigate();
	const session = useSession();
	const { productName, hasEmail } = useSite();
	const isUnderWay = useRef(false);
	/** One wish for both ways in: the box stands in the form. */
	const [rememberMe, setRememberMe] = useState(false);
	const isSignUp = pathname.startsWith('/signup');
	const isClosed = isSignUp && !loaderData.isSignUpOpen;
	const isPublishing = isSignUp && search.get('next') === publishPath;
	const query = search.size > 0 ? `?${search}` : '';

	/** Runs once, for a sign-in that has just completed: back to where it began, or to the visitor's own start. */
	async function enter(token: string, rememberMe: boolean) {
		isUnderWay.current = true;
		try {
			const user = await signIn(token, { rememberMe });
			await navigate(await targetAfterSignIn(user, search.get('next')), { replace: true });
		} finally {
			isUnderWay.current = false;
		}
	}

	if (session.status === 'user' && !isUnderWay.current)
		return <SignedIn email={session.user.email} target={safeTarget(search.get('next'))} />;
	return (
		<AccountPage
			title={isSignUp ? t`Create your account` : t`Log in`}
			picture={loaderData.picture}
			head={
				isSignUp
					? {
							path: '/signup',
							description: t`Create an account with ${productName}: publish an event, share it, and check in your guests.`,
						}
					: { path: '/login', description: t`Log in to ${productName} to manage your events and guests.` }
			}
			lead={
				isPublishing && hasEmail ? (
					<Trans>Your event is saved as a draft. The link we email you publishes it.</Trans>
				) : isPublishing ? (
					<Trans>Your event is published as soon as you have an account.</Trans>
				) : isSignUp ? (
					<Trans>Create, promote and monetize events with {productName}.</Trans>
				) : (
					<Trans>Welcome back</Trans>
				)
			}
			top={
				<TabLinks
					label={t`Log in or sign up`}
					items={[
						{ to: `/login${query}`, label: t`Log in` },
						{ to: `/signup${query}`, label: t`Sign up` },
					]}
				/>
			}
		>
			{isClosed ? (
				<Callout tone="info" title={t`Sign-up is closed on this site`}>
					<Trans>Ask the site administrator for an account. If you have one, log in.</Trans>
				</Callout>
			) : null}
			{loaderData.provider && !isClosed ? (
				<ProviderButton
					name={loaderData.provider.name}
					next={search.get('next')}
					rememberMe={rememberMe && !isSignUp}
				/>
			) : null}
			{isClosed ? null : isSignUp ? (
				<SignUpForm isPublishing={isPublishing} onToken={enter} />
			) : (
				<LogInForm onToken={enter} onRemember={setRememberMe} />
			)}
		</AccountPage>
	);
}

/** An ordinary page load leads nowhere by itself, not even for somebody who is logged in. */
function SignedIn({ email, target }: { email: string; target: string | null }) {
	const { t } = useLingui();
	const logOut = useLogOut();
	return (
		<AccountPage title={t`You’re logged in`} lead={<Trans>As {email}</Trans>}>
			<div className="flex flex-wrap gap-3">
				<ButtonLink to={target ?? '/dashboard'} size="lg">
					{target ? <Trans>Continue</Trans> : <Trans>Go to the dashboard</Trans>}
				</ButtonLink>
				<Button size="lg" variant="outline" onClick={() => void logOut()}>
					<Trans>Log out</Trans>
				</Button>
			</div>
		</AccountPage>
	);
}
