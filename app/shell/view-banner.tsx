import { Trans, useLingui } from '@lingui/react/macro';
import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { tokens, type Viewing } from '#app/lib/token-store.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { stopViewing } from '#shared/contracts/admin-people.ts';

/**
 * Above every page while an administrator views as somebody: whom, for how long yet, and the way out. However the view ends,
 * the page is loaded anew, so that nothing that was read as the user stays.
 */
export function ViewBanner({ viewing }: { viewing: Viewing }) {
	const { i18n, t } = useLingui();
	const { userId, name, expiresAt } = viewing;
	const left = useSecondsLeft(expiresAt);
	useEffect(
		() =>
			tokens.subscribe(() => {
				if (tokens.viewing()) return;
				void api
					.call(stopViewing, { params: { user: userId } })
					.catch(() => {})
					.finally(() => location.assign('/admin/people'));
			}),
		[userId],
	);
	useEffect(() => {
		if (left <= 0) tokens.clear();
	}, [left]);
	const two = (value: number) =>
		new Intl.NumberFormat(i18n.locale, { minimumIntegerDigits: 2 }).format(value);
	const clock = `${two(Math.floor(left / 60))}:${two(left % 60)}`;
	return (
		<section
			aria-label={t`Viewing as ${name}`}
			className="sticky top-0 z-40 flex h-(--view-banner) items-center gap-3 bg-ink px-(--gutter) text-sm text-paper"
			data-print="hide"
		>
			<Icon icon={Eye} className="shrink-0" />
			<p className="min-w-0 flex-1 truncate">
				<Trans>
					Viewing as <strong dir="auto">{name}</strong>, read-only
				</Trans>
			</p>
			<span className="shrink-0 tabular-nums">
				<span className="sr-only">
					<Trans>Time left</Trans>
				</span>{' '}
				{clock}
			</span>
			<Button size="sm" variant="outline" onClick={() => tokens.clear()}>
				<Trans>Stop viewing</Trans>
			</Button>
		</section>
	);
}

function useSecondsLeft(expiresAt: string): number {
	const secondsLeft = () => Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1_000));
	const [left, setLeft] = useState(secondsLeft);
	useEffect(() => {
		const timer = setInterval(() => setLeft(secondsLeft()), 1_000);
		return () => clearInterval(timer);
	});
	return left;
}
