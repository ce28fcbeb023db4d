import { useOutletContext } from 'react-router';
import { EmailCard } from '#app/features/accounts/components/security/email-card.tsx';
import { PasswordCard } from '#app/features/accounts/components/security/password-card.tsx';
import { useSecurity } from '#app/features/accounts/security.ts';
import { readError } from '#app/lib/read-error.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { SettingsContext } from './settings.tsx';

export const handle = { shape: 'form' } satisfies ShapedPage;

const TwoFactorCard = lazyPart(
	() =>
		import('#app/features/accounts/components/security/two-factor-card.tsx').then(
			(module) => module.TwoFactorCard,
		),
	<Skeleton className="h-56" />,
);

const ProviderCard = lazyPart(
	() =>
		import('#app/features/accounts/components/security/provider-card.tsx').then(
			(module) => module.ProviderCard,
		),
	null,
);

const SessionsCard = lazyPart(
	() =>
		import('#app/features/accounts/components/security/sessions-card.tsx').then(
			(module) => module.SessionsCard,
		),
	<Skeleton className="h-56" />,
);

/** How somebody signs in, and where they are signed in. */
export default function SecuritySettings() {
	const { confirmed } = useOutletContext<SettingsContext>();
	const security = useSecurity();
	const error = readError(security);
	if (error) return <ErrorCallout error={error} onRetry={security.refetch} />;
	if (!security.data) return <RouteSkeleton />;
	const parts = { security: security.data, confirmed };
	return (
		<div className="flex flex-col gap-6">
			<EmailCard {...parts} />
			<PasswordCard {...parts} />
			<TwoFactorCard {...parts} />
			<ProviderCard {...parts} />
			<SessionsCard />
		</div>
	);
}
