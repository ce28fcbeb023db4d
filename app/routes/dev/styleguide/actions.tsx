import { ArrowRight, Ellipsis, Plus, QrCode, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { type ToastVariant, toast } from '#app/ui/toast-store.ts';
import { Row, Section } from './section.tsx';

const VARIANTS = ['primary', 'secondary', 'outline', 'ghost'] as const;
const TOASTS: ToastVariant[] = [
	'default',
	'destructive',
	'success',
	'warning',
	'info',
	'celebration',
	'upgrade',
];

export function Actions() {
	return (
		<>
			<Section title="Buttons">
				{(['sm', 'md', 'lg'] as const).map((size) => (
					<Row key={size}>
						{VARIANTS.map((variant) => (
							<Button key={variant} size={size} variant={variant}>
								Register
							</Button>
						))}
						<Button size={size} icon={Plus}>
							Create event
						</Button>
						<Button size={size} variant="outline" trailingIcon={ArrowRight}>
							Next
						</Button>
						<Button size={size} isLoading>
							Create event
						</Button>
						<IconButton size={size} icon={Ellipsis} label="More" />
						<IconButton size={size} icon={QrCode} label="Show code" variant="outline" />
					</Row>
				))}
				{(['destructive', 'event'] as const).map((tone) => (
					<Row key={tone}>
						{VARIANTS.map((variant) => (
							<Button
								key={variant}
								tone={tone}
								variant={variant}
								icon={tone === 'destructive' ? Trash2 : undefined}
							>
								{tone === 'destructive' ? 'Delete draft' : 'Get a ticket'}
							</Button>
						))}
					</Row>
				))}
				<Row>
					<Button isDisabled>Disabled</Button>
					<Button disabledReason="Give the event a title first" variant="secondary">
						Publish
					</Button>
					<ButtonLink to="#buttons" variant="outline">
						A link
					</ButtonLink>
					<Spinner />
				</Row>
			</Section>
			<Section title="Badges">
				<Row>
					<Badge>Default</Badge>
					<Badge variant="secondary">Beta</Badge>
					<Badge variant="destructive">Sold out</Badge>
					<Badge variant="outline">Free</Badge>
				</Row>
				<Row>
					<StatusBadge tone="neutral">Draft</StatusBadge>
					<StatusBadge tone="pending">Pending</StatusBadge>
					<StatusBadge tone="live">Live now</StatusBadge>
					<StatusBadge tone="success">Checked In</StatusBadge>
					<StatusBadge tone="warning">Few left</StatusBadge>
					<StatusBadge tone="danger">Cancelled</StatusBadge>
					<StatusBadge tone="info">Postponed</StatusBadge>
				</Row>
			</Section>
			<Section title="Toasts">
				<Row>
					{TOASTS.map((variant) => (
						<Button
							key={variant}
							size="sm"
							variant="outline"
							data-toast={variant}
							onClick={() =>
								toast({
									variant,
									title: variant === 'celebration' ? 'Your event is live' : 'Guest list saved',
									description: 'Ada Lovelace and 41 others were added to Riverside Night Market.',
									action: variant === 'upgrade' ? { label: 'See plans', onPress() {} } : undefined,
								})
							}
						>
							{variant}
						</Button>
					))}
				</Row>
			</Section>
			<Overlays />
		</>
	);
}

function Overlays() {
	const [open, setOpen] = useState<'dialog' | 'confirm' | 'sheet' | 'bottom' | 'brief' | null>(null);
	const close = () => setOpen(null);
	return (
		<Section title="Overlays">
			<Row>
				{(['dialog', 'confirm', 'sheet', 'bottom', 'brief'] as const).map((name) => (
					<Button key={name} variant="outline" data-open={name} onClick={() => setOpen(name)}>
						Open {name}
					</Button>
				))}
			</Row>
			<Dialog
				isOpen={open === 'dialog'}
				onClose={close}
				title="Add a guest"
				description="They get their ticket by mail at once."
				footer={
					<>
						<Button variant="outline" onClick={close}>
							Cancel
						</Button>
						<Button onClick={() => toast({ title: 'Guest added', variant: 'success' })}>Add guest</Button>
					</>
				}
			>
				<div className="flex flex-col gap-4">
					<TextField label="Name" autoComplete="off" />
					<TextField label="Email" type="email" hint="The ticket goes here." />
				</div>
			</Dialog>
			<ConfirmDialog
				isOpen={open === 'confirm'}
				onClose={close}
				title="Cancel this event?"
				description="All 42 guests get a mail, and their tickets stop working. This cannot be undone."
				confirmLabel="Cancel the event"
				cancelLabel="Keep it"
				onConfirm={close}
			/>
			<Sheet
				isOpen={open === 'sheet'}
				onClose={close}
				title="Ada Lovelace"
				footer={<Button onClick={close}>Save</Button>}
			>
				<TextField label="Name" defaultValue="Ada Lovelace" />
			</Sheet>
			<Sheet isOpen={open === 'bottom'} onClose={close} title="Tickets" side="bottom">
				<p>Two tickets, ready to scan.</p>
			</Sheet>
			{open === 'brief' ? (
				<Dialog
					isOpen
					onClose={close}
					title="Gone at once"
					footer={
						<Button
							onClick={() => {
								toast({ title: 'Done', variant: 'success' });
								close();
							}}
						>
							Do it
						</Button>
					}
				/>
			) : null}
		</Section>
	);
}
