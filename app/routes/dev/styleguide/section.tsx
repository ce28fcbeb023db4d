import type { ReactNode } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section id={title.toLowerCase().replaceAll(' ', '-')} className="flex flex-col gap-4 border-t pt-6">
			<h2 className="text-lg font-semibold">{title}</h2>
			{children}
		</section>
	);
}

export function Row({ children }: { children: ReactNode }) {
	return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
