import { useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useHydrated } from '#app/lib/hydrated.ts';
import { useSite } from '#app/shell/site.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';

/** A link to share, such as that of a transferred ticket: copy, share sheet, or email. */
export function TicketLink(props: {
	path: string;
	/** Of the email or message that the link is sent with. */
	subject: string;
	/** What whoever has it can do. */
	note?: ReactNode;
}) {
	const { path, subject, note } = props;
	const { t } = useLingui();
	const { appUrl } = useSite();
	const isHydrated = useHydrated();
	const url = `${appUrl || (isHydrated ? location.origin : '')}${path}`;
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
			{note ? <p className="text-compact text-muted">{note}</p> : null}
		</div>
	);
}
