import { Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useHydrated } from '#app/lib/hydrated.ts';
import { useSite } from '#app/shell/site.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';

/** The way back to this page, for another device or whoever holds a ticket: on the clipboard, by the device's share sheet, or by email. */
export function TicketLink({ manageToken, title }: { manageToken: string; title: string }) {
	const { t } = useLingui();
	const { appUrl } = useSite();
	const isHydrated = useHydrated();
	const url = `${appUrl || (isHydrated ? location.origin : '')}/my-ticket/${manageToken}`;
	const subject = t`Your ticket: ${title}`;
	const share = (event: MouseEvent) => {
		if (!navigator.share) return;
		event.preventDefault();
		// Rejects where it is closed without a choice.
		navigator.share({ title: subject, url }).catch(() => {});
	};
	return (
		<div className="flex max-w-100 flex-col gap-2 print:hidden">
			<div className="grid grid-cols-2 gap-2">
				<CopyButton text={url} label={t`Copy link`} size="md" className="needs-script" />
				<ButtonLink
					to={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`}
					variant="outline"
					icon={Send}
					isExternal
					onClick={share}
				>
					{t`Send link`}
				</ButtonLink>
			</div>
			<p className="text-compact text-muted">
				<Trans>Whoever has this link can show and change your tickets.</Trans>
			</p>
		</div>
	);
}
