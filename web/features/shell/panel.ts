/** What can be open below a visitor's header. */
export type Panel = 'more' | 'login' | 'menu'
