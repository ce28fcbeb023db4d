import { siteContext } from '#app/lib/server-context.ts';
import type { Route } from './+types/web-app-manifest';

const icon = (src: string, size: number, purpose = 'any') => ({
	src,
	sizes: `${size}x${size}`,
	type: 'image/png',
	purpose,
});

/** GET /manifest.webmanifest: what a phone needs to install the product, under the operator's name for it. */
export function loader({ context }: Route.LoaderArgs): Response {
	const { productName } = context.get(siteContext);
	const manifest = {
		id: '/',
		name: productName,
		short_name: productName.slice(0, 12),
		start_url: '/dashboard',
		scope: '/',
		display: 'standalone',
		background_color: '#fbfaf8',
		theme_color: '#fbfaf8',
		icons: [
			icon('/icon-192.png', 192),
			icon('/icon-512.png', 512),
			icon('/icon-maskable-512.png', 512, 'maskable'),
		],
	};
	return new Response(JSON.stringify(manifest), {
		headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
	});
}
