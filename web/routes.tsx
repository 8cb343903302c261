import { ChunkErrorPage } from './domain/page/ChunkError.tsx'
import { lazyWithRetry } from './lib/loading/lazy-with-retry.tsx'
import type { RoutePrefetch } from './lib/loading/route-prefetch.ts'

type Page = { default: React.FunctionComponent; handle?: RoutePrefetch }
const page = (load: () => Promise<Page>) => () =>
  load().then(
    ({ default: Component, handle }) => ({ Component, handle }),
    // The layout stays; the page's code is requested once more.
    () => ({ Component: lazyWithRetry(load, ChunkErrorPage) }),
  )

const access = page(() => import('./pages/AccessPage.tsx'))
const award = page(() => import('./pages/AwardPage.tsx'))

/** Pages without header and footer. */
export const bareRoutes = [
  { path: 'login', lazy: page(() => import('./pages/LoginPage.tsx')) },
  { path: 'join', lazy: page(() => import('./pages/JoinPage.tsx')) },
  { path: 'checkout', lazy: page(() => import('./pages/CheckoutPage.tsx')) },
  { path: 'receipt/:receiptId', lazy: page(() => import('./pages/ReceiptPage.tsx')) },
  { path: 'forgot-password', lazy: access },
  { path: 'password-reset', lazy: access },
  { path: 'confirm-email', lazy: access },
  { path: 'restore-email', lazy: access },
  { path: 'undo-factor', lazy: access },
  { path: 'unsubscribe', lazy: access },
  { path: 'appeal', lazy: access },
  { path: 'blind', lazy: page(() => import('./pages/BlindPage.tsx')) },
  { path: 'sixteen', lazy: page(() => import('./pages/SixteenPage.tsx')) },
  { path: 'logo/:logoId/plate', lazy: page(() => import('./pages/PlatePage.tsx')) },
  { path: 'jury', lazy: page(() => import('./pages/JuryPage.tsx')) },
  { path: 'admin/*', lazy: page(() => import('./pages/DeskPage.tsx')) },
  { path: 'contact', lazy: page(() => import('./pages/ContactPage.tsx')) },
]

/** Pages with header and footer. */
export const layoutRoutes = [
  { path: 'following/:page?', lazy: page(() => import('./pages/FollowingPage.tsx')) },
  // A page's number, or the name of a post.
  { path: 'news/:page?', lazy: page(() => import('./pages/NewsPage.tsx')) },
  { path: 'activity/:page?', lazy: page(() => import('./pages/ActivityPage.tsx')) },
  { path: 'award/:slug/:book', lazy: award },
  { path: 'designers/:slug/:book', lazy: award },
  { path: 'search', lazy: page(() => import('./pages/SearchPage.tsx')) },
  { path: 'similar', lazy: page(() => import('./pages/SimilarPage.tsx')) },
  { path: 'logo/:logoId/similar', lazy: page(() => import('./pages/SimilarPage.tsx')) },
  { path: 'books', lazy: page(() => import('./pages/BooksPage.tsx')) },
  { path: 'books/:slug', lazy: page(() => import('./pages/BookPage.tsx')) },
  { path: 'books/:slug/draw', lazy: page(() => import('./pages/DrawPage.tsx')) },
  { path: 'compete', lazy: page(() => import('./pages/CompetePage.tsx')) },
  { path: 'trends/:quarter?', lazy: page(() => import('./pages/TrendsPage.tsx')) },
  { path: 'about', lazy: page(() => import('./pages/AboutPage.tsx')) },
  { path: 'faq', lazy: page(() => import('./pages/FaqPage.tsx')) },
  { path: 'terms', lazy: page(() => import('./pages/TermsPage.tsx')) },
  { path: 'edit', lazy: page(() => import('./pages/EditPage.tsx')) },
  { path: 'submit', lazy: page(() => import('./pages/SubmitPage.tsx')) },
  { path: 'account/:section?', lazy: page(() => import('./pages/AccountPage.tsx')) },
  { path: 'designers/:slug?', lazy: page(() => import('./pages/ProfilePage.tsx')) },
  { path: 'collection/:collectionId', lazy: page(() => import('./pages/CollectionPage.tsx')) },
  { path: 'collectionX/:collectionId', lazy: page(() => import('./pages/CollectionPage.tsx')) },
  { path: 'client/:token', lazy: page(() => import('./pages/ClientPage.tsx')) },
  { path: 'collection-edit', lazy: page(() => import('./pages/CollectionEditPage.tsx')) },
  { path: 'logo/:logoId?', lazy: page(() => import('./pages/LogoPage.tsx')) },
]
