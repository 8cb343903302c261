/**
 * A logo under a token, which does not reveal its name. One file for every size at which it is shown, so that it is
 * cached for use without a connection.
 */
export const NamelessPicture = ({ image, alt = '' }: { image: string; alt?: string }) => (
  <picture>
    <source srcSet={`/images/${image}-640.avif`} type="image/avif" />
    <img src={`/images/${image}-900.webp`} alt={alt} width={640} height={640} draggable={false} />
  </picture>
)
