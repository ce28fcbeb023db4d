import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { policyLines } from '../snippet.ts';
import { SnippetBox } from './snippet-box.tsx';

/** What a site needs beside the snippet, and which data goes where. */
export function EmbedNotes({ host, link }: { host: string; link: string }) {
	const { t } = useLingui();
	const name = new URL(host).host;
	return (
		<div className="flex flex-col">
			<Note title={t`WordPress and other editors`}>
				<p>
					<Trans>
						Paste this link on a line of its own. Editors that support oEmbed show a card that links to that
						page.
					</Trans>
				</p>
				<p className="flex min-w-0 items-center gap-1">
					<code dir="ltr" className="min-w-0 [overflow-wrap:anywhere]">
						{link}
					</code>
					<CopyButton text={link} />
				</p>
			</Note>
			<Note title={t`For sites with a strict content policy`}>
				<p>
					<Trans>Add these sources to the Content-Security-Policy of your website:</Trans>
				</p>
				<SnippetBox text={policyLines(host)} copyLabel={t`Copy lines`} testId="embed-policy" />
			</Note>
			<Note title={t`Which data goes where`}>
				<ul className="flex list-disc flex-col gap-1.5 ps-5">
					<li>
						<Trans>
							The visitor’s browser loads the script, the event and its pictures from {name}. No cookies, and
							nothing is stored in the browser.
						</Trans>
					</li>
					<li>
						<Trans>Name and email go to {name} when the visitor registers.</Trans>
					</li>
					<li>
						<Trans>
							Tickets come by email. Your website sees neither their codes nor a link to the order.
						</Trans>
					</li>
					<li>
						<Trans>Payments are made on {name}, in a new tab.</Trans>
					</li>
				</ul>
				<p>
					<Link to="/help/embed-events" className="link inline-flex min-h-11 items-center">
						<Trans>Put events on your website</Trans>
					</Link>
				</p>
			</Note>
		</div>
	);
}

const Note = ({ title, children }: { title: string; children: ReactNode }) => (
	<details className="group/note border-t border-hairline">
		<summary className="flex min-h-11 cursor-pointer list-none items-center gap-4 text-sm font-medium">
			<span className="flex-1">{title}</span>
			<Icon icon={ChevronDown} className="text-muted transition-transform group-open/note:rotate-180" />
		</summary>
		<div className="flex flex-col gap-3 pt-1 pb-4 text-sm">{children}</div>
	</details>
);
