import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useSession } from '#app/lib/session.ts';
import { Button } from '#app/ui/button.tsx';
import type { LongParts } from './create-event-screen.tsx';
import type { Draft } from './use-draft.ts';

/** The heading, how to begin otherwise, and that a draft was restored. */
export function Header(props: {
	hasGallery: boolean;
	long: LongParts | undefined;
	typed: Draft;
	onStartOver: () => void;
}) {
	const { hasGallery, long, onStartOver } = props;
	const session = useSession();
	return (
		<header className="flex flex-wrap items-end justify-between gap-3">
			<div>
				<h1 tabIndex={-1} className="title-page">
					{hasGallery ? (
						<Trans>What are you planning?</Trans>
					) : long ? (
						<Trans>Plan every detail</Trans>
					) : (
						<Trans>Create an event</Trans>
					)}
				</h1>
				{/* A line for everybody, so that nothing moves once it is known who is here. */}
				<p className="mt-1.5 text-sm text-muted">
					{session.status === 'user' ? (
						<Trans>
							Start from scratch, or{' '}
							<Link to="/dashboard" className="link">
								duplicate one of your events
							</Link>
							.
						</Trans>
					) : (
						<Trans>All it takes is a title and a start.</Trans>
					)}
				</p>
			</div>
			{long ? null : <Restored typed={props.typed} onStartOver={onStartOver} />}
		</header>
	);
}

/** That a draft of this browser was restored. */
export function Restored({ typed, onStartOver }: { typed: Draft; onStartOver: () => void }) {
	const { t } = useLingui();
	if (!typed.isRestored) return null;
	return (
		<p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
			<Trans>We restored your draft.</Trans>
			<Button variant="ghost" size="sm" onClick={onStartOver}>
				{t`Discard draft`}
			</Button>
		</p>
	);
}
