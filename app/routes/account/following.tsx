import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'react-router';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { useFollowing } from '#app/features/organisers/api.ts';
import { ConsentFacts } from '#app/features/organisers/components/consent-facts.tsx';
import { useAttempt } from '#app/lib/attempt.ts';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { Button } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Following } from '#shared/contracts/organisers.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** /followers/{token}: confirms or ends following. It asks first: mail scanners follow links. */
export default function FollowingPage() {
	const { t } = useLingui();
	const { token = '' } = useParams();
	const attempt = useAttempt();
	const { found, confirm, leave } = useFollowing(token);
	const texts = useTexts();
	if (found.error instanceof AppError && found.error.status === 404) {
		return (
			<AccountPage
				title={t`This link doesn’t work any more`}
				lead={<Trans>You won’t get emails because of it. Follow the organiser again on its page.</Trans>}
			>
				{null}
			</AccountPage>
		);
	}
	if (found.error) return <ErrorScreen error={found.error} />;
	if (!found.data) {
		return (
			<AccountPage title={t`Follow`}>
				<Skeleton className="h-24" />
			</AccountPage>
		);
	}
	const { organiser, state } = found.data;
	const { name } = organiser;
	const { title, lead, again, stop } = texts(found.data);
	return (
		<AccountPage title={title} lead={lead}>
			<ConsentFacts consent={found.data} />
			{state === 'confirmed' ? (
				<Button
					size="lg"
					variant="outline"
					isLoading={leave.isPending}
					onClick={() => void attempt(leave.mutateAsync(undefined))}
				>
					{stop}
				</Button>
			) : (
				<Button
					size="lg"
					isLoading={confirm.isPending}
					onClick={() => void attempt(confirm.mutateAsync(undefined))}
				>
					{state === 'pending' ? <Trans>Confirm</Trans> : again}
				</Button>
			)}
			<Link to={`/organisers/${organiser.slug}`} className="link self-start">
				<Trans>See events by {name}</Trans>
			</Link>
		</AccountPage>
	);
}

/** What the page says: of following on the organiser’s page, or of the answer to a question. */
function useTexts() {
	const { t } = useLingui();
	return ({ organiser: { name }, cameFrom, event, state }: Following) => {
		if (cameFrom === 'page')
			return {
				again: t`Follow again`,
				stop: t`Stop following`,
				...{
					pending: {
						title: t`Follow ${name}?`,
						lead: t`Confirm that you want email about new events, at most one a day.`,
					},
					confirmed: {
						title: t`You follow ${name}`,
						lead: t`We email you about new events, at most once a day.`,
					},
					left: {
						title: t`You don’t follow ${name}`,
						lead: t`You won’t get emails about new events any more.`,
					},
				}[state],
			};
		const asked = event?.title;
		return {
			again: t`Get news again`,
			stop: t`Stop news`,
			...{
				pending: {
					title: t`Get news from ${name}?`,
					lead: asked
						? t`You agreed to this for “${asked}”. Confirm that you want it; if you don’t, you get no news.`
						: t`You agreed to this. Confirm that you want it; if you don’t, you get no news.`,
				},
				confirmed: {
					title: t`You get news from ${name}`,
					lead: t`By email, as you agreed. You can stop it at any time.`,
				},
				left: {
					title: t`You get no news from ${name}`,
					lead: t`Emails about your tickets still arrive.`,
				},
			}[state],
		};
	};
}
